// The fonts of the system: nothing is loaded from elsewhere, and nothing is carried along.
import theme from "vitepress/theme-without-fonts";
import "./style.css";

export default theme;
