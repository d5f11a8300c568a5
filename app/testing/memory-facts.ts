/** Small facts of the program, without a history. */
export function createMemoryFacts() {
  const facts = new Map<string, string>()
  return {
    readFact: async (name: string): Promise<string | null> => facts.get(name) ?? null,
    writeFact: async (name: string, json: string): Promise<void> => void facts.set(name, json)
  }
}
