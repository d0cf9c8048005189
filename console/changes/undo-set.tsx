import { useState } from 'react'
import { consoleChanges } from '#contract/console/changes.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { call } from '#console/session/call.ts'
import { Button } from '#console/ui/button.tsx'
import { Question } from '#console/ui/dialog.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useChangeText } from './change-text.ts'
import { useUndo } from './use-undo.ts'

type Loaded = ResponseOf<typeof consoleChanges.one>
type Entry = Loaded['entries'][number]

/** How many names a question and a message tell. */
const maxNames = 5

interface UndoSetProps {
  readonly change: Loaded['change']
  /** What the set is called in the list. */
  readonly title: string
  /** The list is on the page of one thing: a set of several reaches further than the page. */
  readonly isOfOne: boolean
}

/**
 * Takes a set of changes back. It asks first, with the names of the things, when the set deletes several or reaches
 * beyond the thing whose page it is on; the message afterwards names what was taken back, and returns it.
 */
export function UndoSet({ change, title, isOfOne }: UndoSetProps) {
  const t = useChangeText()
  const undo = useUndo()
  const consequences = useConsequences()
  const [loaded, setLoaded] = useState<Loaded>()
  const [isBusy, setIsBusy] = useState(false)
  const { change_id: id, section, created, changed, deleted } = change
  const count = created + changed + deleted
  const needsQuestion = count > 1 && (isOfOne || created > 0)
  const takeBack = async ({ entries }: Loaded) => {
    const names = namesOf(entries, count, t)
    await undo(id, section, names === '' ? title : `${title} — ${names}`)
    setLoaded(undefined)
  }
  const begin = async () => {
    try {
      const set = await call(consoleChanges.one, { change_id: id })
      if (needsQuestion) setLoaded(set)
      else await takeBack(set)
    } catch (error) {
      if (error instanceof Error) showToast(error.message, { isProblem: true })
    }
  }
  const busy = (act: Promise<void>) => {
    setIsBusy(true)
    void act.finally(() => setIsBusy(false))
  }
  return (
    <>
      <Button isPending={isBusy} onPress={() => busy(begin())}>
        {t('undo')}
      </Button>
      {loaded === undefined ? null : (
        <Question
          title={t('undoQuestion', { title })}
          text={[
            t(isOfOne ? 'undoReaches' : 'undoCount', { count }),
            ...consequences(loaded),
            t('undoLater'),
          ].join(' ')}
          confirm={t('undoAll', { count })}
          isOpen
          isBusy={isBusy}
          isDangerous={created > 0}
          onConfirm={() => busy(takeBack(loaded))}
          onClose={() => setLoaded(undefined)}
        />
      )}
    </>
  )
}

/** What an undo does to the things of a set, in sentences: which go, which return, which get their former values. */
function useConsequences(): (loaded: Loaded) => readonly string[] {
  const t = useChangeText()
  return ({ change, entries }) =>
    [
      { key: 'undoGone', count: change.created, of: entries.filter(({ before }) => before === null) },
      { key: 'undoBack', count: change.deleted, of: entries.filter(({ after }) => after === null) },
      {
        key: 'undoValues',
        count: change.changed,
        of: entries.filter(({ before, after }) => before !== null && after !== null),
      },
    ].flatMap(({ key, count, of }) =>
      count === 0
        ? []
        : [t(key as 'undoGone' | 'undoBack' | 'undoValues', { count, names: namesOf(of, count, t) })],
    )
}

/** Up to five names, and how many more there are. */
function namesOf(entries: readonly Entry[], count: number, t: ReturnType<typeof useChangeText>): string {
  const names = entries.slice(0, maxNames).map(({ label }) => label)
  const more = count - names.length
  if (names.length === 0) return ''
  return more > 0 ? `${names.join(', ')} ${t('more', { count: more })}` : names.join(', ')
}
