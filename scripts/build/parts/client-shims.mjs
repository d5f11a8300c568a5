// In the place of what the client library brings for checking schemas when it is given nothing else: 170 kB, read at each
// start. Parley gives each client its own (`connect-attempt.ts`); one that is given none must not check nothing, and can't be made.

export const CORS_IS_POSSIBLE = false

export class DefaultJsonSchemaValidator {
  constructor() {
    throw new Error('a client of MCP needs a jsonSchemaValidator of its own')
  }
}
