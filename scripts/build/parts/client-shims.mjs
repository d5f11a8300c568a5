// Replaces the default schema checker of the client library, which is 170 kB that every start would read. Parley gives each
// client its own checker (`connect-attempt.ts`). A client without one can't be created, so that none skips the check.

export const CORS_IS_POSSIBLE = false

export class DefaultJsonSchemaValidator {
  constructor() {
    throw new Error('a client of MCP needs a jsonSchemaValidator of its own')
  }
}
