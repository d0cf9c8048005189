/** A process that dies in the middle of its work, and what may be thrown of it. */
import type { KyselyPlugin } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

export class Crash extends Error {}

/** The database as a process sees it that dies before its statement `after`: what was begun is undone. */
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

/** Lets nothing but such a death pass. */
export function onlyCrash(error: unknown): undefined {
  if (!(error instanceof Crash)) throw error
  return undefined
}
