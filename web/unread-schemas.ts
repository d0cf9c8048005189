/**
 * Stands in the browser's files where the contract says `zod/mini` (see `vite.config.ts`). The browser calls with the
 * contract's paths and TypeScript's types and reads no schema: the server validates. This keeps the schema library out
 * of every first visit. Whatever is asked of a schema gives a schema again; parsing with one is refused.
 */
const forbidden: readonly PropertyKey[] = ['parse', 'safeParse', 'parseAsync', 'safeParseAsync']

export const schemas: object = new Proxy(() => undefined, {
  get(_, name) {
    if (forbidden.includes(name)) throw new Error(`the browser has no schema to ${String(name)} with`)
    return schemas
  },
  apply: () => schemas,
})
