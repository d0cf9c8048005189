/** The record of a set of changes in the audit, with before and after. */
import type { Audit, RecordIn, SecurityEvent } from '#server/audit/audit.ts'
import { type Author, loadChange } from '#server/changes/changes.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { shownFields } from '#server/television/television.ts'

/** Whose act it was: a person's, an operator's at the command line, or the system's on a person's behalf. */
export interface SetAuthor {
  readonly actor: SecurityEvent['actor']
  readonly by: Author
  /** From where. */
  readonly address?: string | undefined
}

/** So many things of a set are in the audit by name; all of them are in the set. */
const maxInAudit = 20

/** Records a set of changes; nothing when nothing differed (`changeId` 0). */
export async function recordChangeSet(
  { db, audit }: { readonly db: Db; readonly audit: Audit },
  event: string,
  author: SetAuthor,
  changeId: number,
): Promise<void> {
  const entry = await entryOf(db, { event, author, changeId })
  if (entry !== undefined) await audit.record(entry)
}

/** The entry of a set of changes, written in the transaction of the set itself; nothing when nothing differed. */
export function changeSetEntry(
  { audit }: { readonly audit: Pick<Audit, 'recordIn'> },
  event: string,
  author: SetAuthor,
): RecordIn<number> {
  return async (trx, changeId) => {
    const entry = await entryOf(trx, { event, author, changeId })
    if (entry !== undefined) await audit.recordIn(trx, entry)
  }
}

async function entryOf(
  db: Db | DbTransaction,
  set: { readonly event: string; readonly author: SetAuthor; readonly changeId: number },
): Promise<SecurityEvent | undefined> {
  const { event, changeId } = set
  const { actor, by, address } = set.author
  const loaded = changeId === 0 ? undefined : await loadChange(db, changeId, maxInAudit)
  if (loaded === undefined) return undefined
  const { change, entries } = loaded
  const [first] = entries
  const values = (of: 'before' | 'after') =>
    Object.fromEntries(
      entries.map(({ label, entity, entityId, ...entry }) => [
        `${entity} ${entityId} ${label}`,
        shownFields(entry[of]),
      ]),
    )
  return {
    event,
    actor,
    ...(address === undefined ? {} : { address }),
    facts: { change: changeId, more: loaded.more },
    change: {
      ...(by === undefined ? {} : { staff: { staffId: by.staffId, name: by.name } }),
      section: change.section,
      subject:
        entries.length === 1 && first !== undefined
          ? `${first.entity} ${first.entityId}`
          : `change ${changeId}`,
      before: values('before'),
      after: values('after'),
    },
  }
}

/** Records what a list that is applied by itself changed, as the system's act for the author of the list. */
export function recordApplied(
  deps: Parameters<typeof recordChangeSet>[0],
): (changeId: number, by: Author) => Promise<void> {
  return (changeId, by) => recordChangeSet(deps, 'channels_imported', { actor: 'system', by }, changeId)
}
