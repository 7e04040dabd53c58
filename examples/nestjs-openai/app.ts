// A NestJS application. Each request is one trace. There is no line of tracing in here.
import "reflect-metadata";
import { Body, Controller, Inject, Injectable, Module, Post } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import OpenAI from "openai";

@Injectable()
class Librarian {
  private readonly openai = new OpenAI();

  async recommend(wish: string): Promise<string | null> {
    const completion = await this.openai.chat.completions.create({
      model: "gpt-4.1-mini",
      messages: [
        { role: "system", content: "Recommend one book in one sentence." },
        { role: "user", content: wish },
      ],
    });
    return completion.choices[0].message.content;
  }
}

@Controller("books")
class Books {
  // tsx writes no types of parameters, so that the provider is named.
  constructor(@Inject(Librarian) private readonly librarian: Librarian) {}

  @Post()
  async recommend(@Body() { wish }: { wish: string }): Promise<{ book: string | null }> {
    return { book: await this.librarian.recommend(wish) };
  }
}

@Module({ controllers: [Books], providers: [Librarian] })
// oxlint-disable-next-line typescript/no-extraneous-class -- A module of NestJS is a class.
class Application {}

const application = await NestFactory.create(Application, { logger: ["error", "warn"] });
await application.listen(process.env.PORT ?? 8080, "127.0.0.1");
console.log(`Listening on ${await application.getUrl()}`);
