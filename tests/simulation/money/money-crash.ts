/** A process that dies in the middle of its work, and the errors this may cause. */
import type { KyselyPlugin } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

export class Crash extends Error {}

/** The database as seen by a process that dies before its statement `after`: its unfinished work is rolled back. */
export function dying(db: Db, after: number): Db {
  let left = after
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (left-- <= 0) throw new Crash('the process died')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return db.withPlugin(plugin)
}

/** Rethrows every error except such a death. */
export function onlyCrash(error: unknown): undefined {
  if (!(error instanceof Crash)) throw error
  return undefined
}
