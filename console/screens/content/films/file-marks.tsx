import { useState } from 'react'
import { consoleFilmMedia } from '#contract/console/film-media.ts'
import { useSending } from '#console/changes/use-sending.ts'
import { Button } from '#console/ui/button.tsx'
import { useFilmMediaText } from './film-media-text.ts'
import { type MarkDraft, type MarkKind, draftOf, markKinds, marksInput, withEdge } from './mark-values.ts'
import { type PackagedFile, writeMoment } from './media-values.ts'
import { MarkTimeline } from './mark-timeline.tsx'
import type { useMediaPlayer } from '#console/player/use-media-player.ts'
import styles from './film-media.module.css'

interface FileMarksProps {
  readonly vid: number
  readonly file: PackagedFile
  readonly mayEdit: boolean
  readonly positionSec: number
  readonly engine: ReturnType<typeof useMediaPlayer>['engine']
}

/** Where viewers may skip, on a timeline under the player. */
export function FileMarks({ vid, file, mayEdit, positionSec, engine }: FileMarksProps) {
  const t = useFilmMediaText()
  const { send } = useSending('films')
  const [draft, setDraft] = useState<MarkDraft>(() => draftOf(file))
  const [version, setVersion] = useState(file.marks_version)
  const [isBusy, setIsBusy] = useState(false)
  const isTouched = JSON.stringify(marksInput(draft)) !== JSON.stringify(marksInput(draftOf(file)))
  const isOlder = version !== file.marks_version
  const takeStored = () => {
    setVersion(file.marks_version)
    setDraft(draftOf(file))
  }
  // What a colleague stored replaces only what nobody has moved here.
  const [base, setBase] = useState(file)
  if (isOlder && (!isTouched || JSON.stringify(draft) === JSON.stringify(draftOf(base)))) {
    setBase(file)
    takeStored()
  }
  const save = async (against: string) => {
    setIsBusy(true)
    const input = { vid, asset: file.asset, version: against, ...marksInput(draft) }
    await send(consoleFilmMedia.saveMarks, input, () => t('marksSaved'))
    setIsBusy(false)
  }
  const set = (kind: MarkKind, span: MarkDraft[MarkKind]) => setDraft({ ...draft, [kind]: span })
  return (
    <section className={styles['marks']} aria-label={t('marks')}>
      <h3>{t('marks')}</h3>
      <p className={styles['hint']}>{t('marksHint')}</p>
      <MarkTimeline
        draft={draft}
        durationSec={file.duration_sec}
        positionSec={positionSec}
        engine={engine}
        mayEdit={mayEdit}
        onMove={(kind, edge, atSec) => set(kind, withEdge(draft[kind], edge, atSec, file.duration_sec))}
      />
      {markKinds.map((kind) => (
        <MarkRow
          key={kind}
          kind={kind}
          span={draft[kind]}
          mayEdit={mayEdit}
          onEdge={(edge) => set(kind, withEdge(draft[kind], edge, positionSec, file.duration_sec))}
          onRemove={() => set(kind, null)}
        />
      ))}
      <div role="alert">
        {isOlder && isTouched ? (
          <p className={styles['problem']}>
            {t('marksChanged')}{' '}
            <Button look="quiet" onPress={takeStored}>
              {t('marksTakeTheirs')}
            </Button>
          </p>
        ) : null}
      </div>
      {mayEdit ? (
        <div className={styles['acts']}>
          <Button
            isPending={isBusy}
            isDisabled={!isTouched}
            onPress={() => void save(isOlder ? file.marks_version : version)}
          >
            {t(isOlder && isTouched ? 'marksSaveMine' : 'marksSave')}
          </Button>
          <Button look="quiet" isDisabled={!isTouched} onPress={takeStored}>
            {t('marksReset')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}

interface MarkRowProps {
  readonly kind: MarkKind
  readonly span: MarkDraft[MarkKind]
  readonly mayEdit: boolean
  readonly onEdge: (edge: 'begin' | 'end') => void
  readonly onRemove: () => void
}

function MarkRow({ kind, span, mayEdit, onEdge, onRemove }: MarkRowProps) {
  const t = useFilmMediaText()
  return (
    <div className={styles['acts']} role="group" aria-label={t(`mark.${kind}`)}>
      <strong className={styles['markName']} data-kind={kind}>
        {t(`mark.${kind}`)}
      </strong>
      <span className={styles['moment']}>
        {span === null ? t('noMark') : `${writeMoment(span.begin)} – ${writeMoment(span.end)}`}
      </span>
      {mayEdit ? (
        <>
          <Button onPress={() => onEdge('begin')}>{t('fromHere')}</Button>
          <Button onPress={() => onEdge('end')}>{t('untilHere')}</Button>
          <Button look="quiet" isDisabled={span === null} onPress={onRemove}>
            {t('removeMark')}
          </Button>
        </>
      ) : null}
    </div>
  )
}
