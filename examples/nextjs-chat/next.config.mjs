export default { serverExternalPackages: ["@svc/register"] };
