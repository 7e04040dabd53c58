import os

from traced import QUESTION
from google import genai
from openinference.instrumentation.google_genai import GoogleGenAIInstrumentor

GoogleGenAIInstrumentor().instrument()
client = genai.Client(api_key="x", http_options={"base_url": os.environ["GEMINI_BASE_URL"]})
client.models.generate_content(model="gemini-2.5-flash", contents=QUESTION)
