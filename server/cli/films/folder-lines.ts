/** Drafts of folders and rules about names as lines of text. */
import { entryLines, shownValue } from '#server/cli/command/changing.ts'
import { moment, shown } from '#server/cli/command/command.ts'
import type { Json } from '#server/changes/changes.ts'
import type { FolderComparison, FolderDraft, FolderItem, StoredNaming } from '#server/imports/imports.ts'

type Shown = Pick<
  FolderItem,
  'kind' | 'label' | 'path' | 'before' | 'after' | 'locked' | 'marks' | 'reasons'
> & {
  readonly similarTo: string
  /** Its number in a stored draft. */
  readonly item?: number
}

export function draftLine(draft: FolderDraft): string {
  const { id, root, folder, state, change_id: change, looked_at: at, staff_name: who } = draft
  const what = state === 'open' ? 'waits' : change === null ? 'changed nothing' : `became change ${change}`
  const path = folder === '' ? root : `${root}/${folder}`
  return `${id}  ${shown(path)}  ${what}  ${moment(at.getTime())}  ${shown(who === '' ? 'command line' : who)}`
}

/** What differs, and why it was understood so. */
export function itemLines(item: Shown): readonly string[] {
  const { kind, label, path, before, after, locked, marks, similarTo, reasons } = item
  const number = item.item === undefined ? '' : `#${item.item}  `
  if (kind === 'gone') {
    const why = marks.includes('otherwise')
      ? 'its file is understood as something else now'
      : 'its file is gone'
    return [`  gone     ${number}${shown(label)}: ${shown(path)}; ${why}, the title stays`]
  }
  const changed = entryLines({ entity: 'title', entityId: 0, label: number + label, before, after })
  const look =
    marks.length === 0 ? [] : [`           look at it: ${marks.join(', ')} ${shown(similarTo)}`.trimEnd()]
  const stays = locked.length === 0 ? [] : [`           edited by hand, stays: ${locked.join(', ')}`]
  return [...changed, `           ${shown(path)}`, ...reasons.map(reasonLine), ...stays, ...look]
}

const sources = {
  folder: 'the folder',
  name: 'the name',
  rule: 'the rule of the folder',
  correction: 'a correction',
  nfo: 'the NFO',
  order: 'the order of the files',
  time: "the file's own time, a guess",
  text: 'the letters of the text, a guess',
  catalogue: 'what the catalogue has',
  assumed: 'nothing says it, assumed',
} as const

function reasonLine({ what, value, from, by }: Shown['reasons'][number]): string {
  return shown(`           ${what} ${value}: ${sources[from]}${by === '' ? '' : ` "${by}"`}`)
}

/** A comparison that was not stored. */
export function comparisonLines({ items, unchanged, refused, passed }: FolderComparison): readonly string[] {
  const count = (kind: FolderItem['kind']) => items.filter((item) => item.kind === kind).length
  return [
    ...items.flatMap(itemLines),
    ...refused.map(refusedLine),
    `  ${count('new')} new, ${count('changed')} changed, ${unchanged} unchanged, ${count('gone')} gone,` +
      ` ${refused.length} refused, ${passed} other files passed over`,
  ]
}

export function refusedLine({ where, what, why }: FolderComparison['refused'][number]): string {
  return `  refused  ${[shown(where), shown(what)].filter(Boolean).join(': ')} (${shown(why)})`
}

export function ruleLine({ path, is_folder: isFolder, rule, staff_name: who }: StoredNaming): string {
  const fields = Object.entries(rule).map(([name, value]) => `${name}: ${shownValue(value as Json)}`)
  return `${isFolder ? 'folder' : 'file  '}  ${shown(path)}  ${fields.join(', ')}  ${shown(who === '' ? 'command line' : who)}`
}
