import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { consoleLogos } from '#contract/console/logos.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { type Choice, type LogoFile, type LogoPart, sureChoice, toggled } from './logo-choice.ts'
import { LogoFiles } from './logo-files.tsx'
import { isNamed, useLogosText } from './logos-text.ts'
import { About } from './logos-screen.tsx'
import styles from './logos.module.css'

const longMs = 120_000

/** `/channels/logos/:id`: which picture is for which channel; nothing has changed yet. */
export function LogoDraftScreen({ draftId }: { readonly draftId: number }) {
  const t = useLogosText()
  const { data, error, refetch } = useCall(consoleLogos.one, { draft_id: draftId })
  return (
    <Page
      title={data?.draft.name ?? t('title')}
      above={<BackLink href="/channels/logos" text={t('toLogos')} />}
    >
      {data !== undefined ? (
        <Content part={data} onChanged={() => void refetch()} />
      ) : error === null ? (
        <Skeleton lines={8} />
      ) : (
        <Failed error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

interface ContentProps {
  readonly part: LogoPart
  readonly onChanged: () => void
}

function Content({ part, onChanged }: ContentProps) {
  const { draft, files } = part
  const t = useLogosText()
  const mayEdit = useMay()('channels', 'edit') && draft.state === 'open'
  const [edited, setEdited] = useState<Choice>()
  const [assigned, setAssigned] = useState<LogoFile>()
  const choice = edited ?? sureChoice(files)
  const acts = useActs(draft.draft_id, onChanged)
  const key = `refusal.${draft.refusal}`
  const chosen = chosenOf(choice, files)
  const assign = async (file: LogoFile, cid: number | null) => {
    setAssigned(undefined)
    if (!(await acts.assign(file.file_no, cid))) return
    const rest = new Map([...choice].filter(([, fileNo]) => fileNo !== file.file_no))
    setEdited(cid === null ? rest : rest.set(cid, file.file_no))
  }
  return (
    <div className={styles['draft']}>
      <About draft={draft} />
      {draft.refusal === '' ? (
        <LogoFiles
          files={files}
          choice={choice}
          mayEdit={mayEdit && acts.busy === undefined}
          onToggle={(cid, fileNo) => setEdited(toggled(choice, cid, fileNo))}
          onAssign={setAssigned}
        />
      ) : (
        <div role="alert">
          <Empty text={isNamed(key) ? t(key as 'refusal.broken') : draft.refusal} />
        </div>
      )}
      <Refused part={part} />
      <Without part={part} />
      {mayEdit ? (
        <section className={styles['decision']} aria-label={t('chosen', { count: chosen.length })}>
          <p role="status">{t('chosen', { count: chosen.length })}</p>
          <Button
            look="primary"
            isPending={acts.busy === 'apply'}
            isDisabled={chosen.length === 0}
            onPress={() => void acts.apply(chosen)}
          >
            {t('apply')}
          </Button>
          {draft.refusal === '' ? (
            <Button
              isPending={acts.busy === 'again'}
              onPress={() => {
                setEdited(undefined)
                void acts.again()
              }}
            >
              {t('again')}
            </Button>
          ) : null}
          <Button isPending={acts.busy === 'discard'} onPress={() => void acts.discard()}>
            {t('discard')}
          </Button>
        </section>
      ) : null}
      {assigned === undefined ? null : (
        <AssignDialog
          file={assigned}
          onAssign={(cid) => void assign(assigned, cid)}
          onClose={() => setAssigned(undefined)}
        />
      )}
    </div>
  )
}

interface Chosen {
  readonly file_no: number
  readonly cid: number
}

/** What is chosen of what is proposed now. */
function chosenOf(choice: Choice, files: readonly LogoFile[]): Chosen[] {
  return files.flatMap(({ file_no: fileNo, matches }) =>
    matches.filter(({ cid }) => choice.get(cid) === fileNo).map(({ cid }) => ({ file_no: fileNo, cid })),
  )
}

function useActs(draftId: number, onChanged: () => void) {
  const t = useLogosText()
  const [, go] = useLocation()
  const { send } = useSending('channels')
  const [busy, setBusy] = useState<'apply' | 'again' | 'discard' | 'assign'>()
  const input = { draft_id: draftId }
  const doing = async (act: NonNullable<typeof busy>, work: () => Promise<boolean>) => {
    setBusy(act)
    const isDone = await work()
    setBusy(undefined)
    if (isDone && (act === 'apply' || act === 'discard')) go('/channels/logos')
    else onChanged()
    return isDone
  }
  return {
    busy,
    apply: (chosen: Chosen[]) =>
      doing('apply', () =>
        send(
          consoleLogos.apply,
          { ...input, chosen },
          ({ changed, left }) => t(left === 0 ? 'done' : 'left', { count: changed, left }),
          { limitMs: longMs },
        ),
      ),
    again: () =>
      doing('again', () => send(consoleLogos.read, input, () => t('matched'), { limitMs: longMs })),
    discard: () => doing('discard', () => send(consoleLogos.discard, input, () => t('discarded'))),
    assign: (fileNo: number, cid: number | null) =>
      doing('assign', () =>
        send(consoleLogos.assign, { ...input, file_no: fileNo, cid }, () => t('assigned')),
      ),
  }
}

/** Files that are not taken, and why. */
function Refused({ part: { draft, refused } }: { readonly part: LogoPart }) {
  const t = useLogosText()
  if (refused.length === 0) return null
  return (
    <Section title={t('refusedTitle', { count: draft.refused_count })}>
      <ul className={styles['plain']}>
        {refused.map(({ file, why, detail }, at) => (
          <li key={at}>
            <strong>{file}</strong>
            <small>
              {t(`why.${why}`)}
              {detail === '' ? null : <span lang="en"> ({detail})</span>}
            </small>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Channels that stay without a logo. */
function Without({ part: { without, without_count: count } }: { readonly part: LogoPart }) {
  const t = useLogosText()
  if (count === 0) return null
  return (
    <Section title={t('withoutTitle', { count })} text={t('withoutText')}>
      <ul className={styles['plain']}>
        {without.map(({ cid, number, name }) => (
          <li key={cid}>
            <Link href={`/channels/${cid}`}>
              {number} {name}
            </Link>
          </li>
        ))}
      </ul>
      {count > without.length ? <p>{t('withoutMore', { count: count - without.length })}</p> : null}
    </Section>
  )
}
