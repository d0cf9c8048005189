/**
 * Replaces `zod/mini` in the browser's build (see `vite.config.ts`). The browser uses the contract's paths and
 * TypeScript's types but no schema: the server validates. This keeps the schema library out of every first visit.
 * Every call on a schema returns a schema again; parsing with one throws.
 */
const forbidden: readonly PropertyKey[] = ['parse', 'safeParse', 'parseAsync', 'safeParseAsync']

export const schemas: object = new Proxy(() => undefined, {
  get(_, name) {
    if (forbidden.includes(name))
      throw new Error(`the browser build has no schemas: ${String(name)} is not available`)
    return schemas
  },
  apply: () => schemas,
})
