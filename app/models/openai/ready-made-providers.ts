/** Services with well-known addresses, and local model programs at their default ports. */
import type { ReadyMadeProviderDescriptor } from '../provider-descriptor'

export const readyMade: readonly ReadyMadeProviderDescriptor[] = [
  { name: 'openai', title: 'OpenAI', baseUrl: 'https://api.openai.com/v1', keyExample: 'sk-…' },
  { name: 'openrouter', title: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1', keyExample: 'sk-or-…' },
  {
    name: 'gemini',
    title: 'Google Gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai',
    keyExample: 'AIza…'
  },
  { name: 'mistral', title: 'Mistral', baseUrl: 'https://api.mistral.ai/v1', keyExample: '…' },
  {
    name: 'ollama',
    title: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    variable: 'OLLAMA_HOST',
    keyExample: null
  },
  { name: 'lm-studio', title: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', keyExample: null },
  { name: 'llama.cpp', title: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1', keyExample: null }
]
