/** What commands that change content share: their author, services, and how a change is shown and taken back. */
import type { EntryOfChange, Json } from '#server/changes/changes.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { type ByWhom, shownFields } from '#server/television/television.ts'
import { type CommandTools, type Outcome, shown } from './command.ts'
import { openServices, type Services } from './services.ts'

const maxValue = 80

/** Changes at the command line have no name. */
export function atTheTerminal(): ByWhom {
  return { by: undefined, nowMs: systemClock.nowMs() }
}

/** How a change is taken back; nothing when nothing differed. */
export function undoLines({ changeId }: { readonly changeId: number }): readonly string[] {
  return changeId === 0 ? [] : [`To undo it: npm run ekran -- changes undo ${changeId}`]
}

/** Runs `work` with services that are closed afterwards. */
export async function withServices(
  tools: CommandTools,
  work: (services: Services) => Promise<Outcome>,
): Promise<Outcome> {
  await using stack = new AsyncDisposableStack()
  return await work(await openServices(tools, stack))
}

/** A thing of a set of changes, its fields from which value to which. */
export function entryLines({ label, before, after }: EntryOfChange): readonly string[] {
  if (before === null) return [`  new      ${shown(label)}`]
  if (after === null) return [`  deleted  ${shown(label)}`]
  const [was, is] = [shownFields(before), shownFields(after)]
  const names = Object.keys(is ?? {})
  return [
    `  changed  ${shown(label)}`,
    ...names.map((name) => `           ${name}: ${shownValue(was?.[name])} → ${shownValue(is?.[name])}`),
  ]
}

/** A value in one short line. */
export function shownValue(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return shown(text.length > maxValue ? `${text.slice(0, maxValue - 1)}…` : text)
}
