import { useState } from 'react'
import { useLocation } from 'wouter'
import { consoleFolders } from '#contract/console/folders.ts'
import { type Selection, countChosen, everything, takenOf } from '#console/changes/selection.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Page, Skeleton } from '#console/ui/page.tsx'
import { CorrectDialog, type Corrected } from './correct-dialog.tsx'
import { FolderItems, useFolder, useFolderView } from './folder-items.tsx'
import { type FolderPart, longMs, useFoldersText } from './folders-text.ts'
import { About } from './folders-screen.tsx'
import { RefusedFiles } from './refused-files.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { RulesList } from './rules-list.tsx'
import styles from './folders.module.css'

/** `/films/folder/:id`: what a folder would change, and why each file is understood so; nothing has changed yet. */
export function FolderDraftScreen({ draftId }: { readonly draftId: number }) {
  const t = useFoldersText()
  const [view] = useFolderView()
  const { data, error, refetch } = useFolder(draftId, view)
  const part = data?.pages[0]
  const folder = part?.draft.folder ?? ''
  const title = part === undefined ? t('title') : folder === '' ? t('title') : t('place', { folder })
  return (
    <Page title={title} above={<BackLink href="/films/folder" text={t('back')} />}>
      {part !== undefined ? (
        // Looked through again, the items have other numbers.
        <Content key={part.comparison} part={part} />
      ) : error === null ? (
        <Skeleton lines={8} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Content({ part }: { readonly part: FolderPart }) {
  const { draft, counts, comparison, refused, rules } = part
  const t = useFoldersText()
  const mayEdit = useMay()('films', 'edit') && draft.state === 'open'
  const [selection, setSelection] = useState<Selection>(everything)
  const [corrected, setCorrected] = useState<Corrected>()
  const { busy, end } = useEnding(draft.draft_id, () => setSelection(everything))
  const onCorrect = mayEdit && busy === undefined ? { onCorrect: setCorrected } : {}
  return (
    <div className={styles['draft']}>
      <div className={styles['about']}>
        <About draft={draft} />
        <small>{t('unchanged', { count: draft.unchanged })}</small>
        <small>{t('passed', { count: draft.passed_count })}</small>
      </div>
      {counts.all === 0 ? (
        <Empty text={t('nothing')} />
      ) : (
        <FolderItems
          draftId={draft.draft_id}
          mayEdit={mayEdit && busy === undefined}
          onSelect={setSelection}
          {...{ counts, selection, ...onCorrect }}
        />
      )}
      <RefusedFiles refused={refused} count={draft.refused_count} {...onCorrect} />
      <RulesList rules={rules} draftId={draft.draft_id} mayEdit={mayEdit} />
      {mayEdit ? (
        <Decision part={part} chosen={countChosen(selection, counts.new + counts.changed)} busy={busy}>
          {(act) => void end(act, { ...takenOf(selection), comparison })}
        </Decision>
      ) : null}
      {corrected === undefined ? null : (
        <CorrectDialog
          draftId={draft.draft_id}
          corrected={corrected}
          onClose={() => setCorrected(undefined)}
        />
      )}
    </div>
  )
}

type Act = 'apply' | 'discard' | 'again'
type Taken = ReturnType<typeof takenOf> & { readonly comparison: string }

interface DecisionProps {
  readonly part: FolderPart
  readonly chosen: number
  readonly busy: Act | undefined
  readonly children: (act: Act) => void
}

function Decision({ part: { draft, counts, rules, items }, chosen, busy, children: onAct }: DecisionProps) {
  const t = useFoldersText()
  const [isRuling, setIsRuling] = useState(false)
  return (
    <section className={styles['decision']} aria-label={t('chosen', { count: chosen })}>
      {counts.new + counts.changed === 0 ? null : (
        <>
          <p role="status">{t('chosen', { count: chosen })}</p>
          <Button
            look="primary"
            isPending={busy === 'apply'}
            isDisabled={chosen === 0}
            onPress={() => onAct('apply')}
          >
            {t('apply')}
          </Button>
        </>
      )}
      <Button onPress={() => setIsRuling(true)}>{t('rule')}</Button>
      <Button isPending={busy === 'again'} onPress={() => onAct('again')}>
        {t('again')}
      </Button>
      <Button isPending={busy === 'discard'} onPress={() => onAct('discard')}>
        {t('discard')}
      </Button>
      {isRuling ? (
        <RuleDialog
          draftId={draft.draft_id}
          folders={foldersOf(draft.folder, items)}
          rules={rules}
          onClose={() => setIsRuling(false)}
        />
      ) : null}
    </section>
  )
}

/** The folder that was looked through, and those below it in which the items are. */
function foldersOf(looked: string, items: FolderPart['items']): readonly string[] {
  const folders = new Set([looked])
  for (const { path, what } of items) {
    let folder = what === 'series' ? '' : path
    while (folder.includes('/')) {
      folder = folder.slice(0, folder.lastIndexOf('/'))
      if (folder.length > looked.length) folders.add(folder)
    }
  }
  return [looked, ...[...folders].filter((folder) => folder !== looked).toSorted()]
}

/** Applies or discards a draft and goes back to the list, or looks through its folder again. */
function useEnding(draftId: number, onLooked: () => void) {
  const t = useFoldersText()
  const [, go] = useLocation()
  const { send } = useSending('films')
  const [busy, setBusy] = useState<Act>()
  const input = { draft_id: draftId }
  const options = { limitMs: longMs }
  const acts = {
    apply: ({ take, items, comparison }: Taken) =>
      send(
        consoleFolders.apply,
        { ...input, take, items, comparison },
        ({ changed, left, left_count: leftCount }) =>
          leftCount === 0
            ? t('done', { count: changed })
            : t('left', { count: changed, left: shortList(left, leftCount) }),
        options,
      ),
    discard: () => send(consoleFolders.discard, input, () => t('discarded')),
    again: () =>
      send(
        consoleFolders.again,
        input,
        () => {
          onLooked()
          return t('looked')
        },
        options,
      ),
  }
  const end = async (act: Act, taken: Taken) => {
    setBusy(act)
    const isDone = await acts[act](taken)
    setBusy(undefined)
    if (isDone && act !== 'again') go('/films/folder')
  }
  return { busy, end }
}

const maxNamed = 3

function shortList(names: readonly string[], count: number): string {
  const more = count - Math.min(names.length, maxNamed)
  return [...names.slice(0, maxNamed), ...(more > 0 ? [`+${more}`] : [])].join(', ')
}
