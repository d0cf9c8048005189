/** The pictures of a draft, each with its channels and why. */
import { useState } from 'react'
import { Button } from '#console/ui/button.tsx'
import { Badge, Empty } from '#console/ui/page.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import {
  type Choice,
  type LogoFile,
  type LogoMatch,
  type LogoView,
  logoViews,
  viewOf,
} from './logo-choice.ts'
import { useLogosText } from './logos-text.ts'
import styles from './logos.module.css'

const shownAtOnce = 100

interface LogoFilesProps {
  readonly files: readonly LogoFile[]
  readonly choice: Choice
  readonly mayEdit: boolean
  readonly onToggle: (cid: number, fileNo: number) => void
  readonly onAssign: (file: LogoFile) => void
}

export function LogoFiles({ files, choice, mayEdit, onToggle, onAssign }: LogoFilesProps) {
  const t = useLogosText()
  const [view, setView] = useState<LogoView>('all')
  const [limit, setLimit] = useState(shownAtOnce)
  const filesOf = (one: LogoView) => (one === 'all' ? files : files.filter((file) => viewOf(file) === one))
  const countOf = (one: LogoView) => filesOf(one).length
  const shown = filesOf(view)
  return (
    <>
      <ViewChips<LogoView>
        label={t('views')}
        views={logoViews
          .filter((one) => one === view || countOf(one) > 0)
          .map((name) => ({ name, text: t(`view.${name}`), count: countOf(name) }))}
        chosen={view}
        onChoose={(one) => {
          setView(one)
          setLimit(shownAtOnce)
        }}
      />
      {shown.length === 0 ? <Empty text={t('viewEmpty')} /> : null}
      <ul className={styles['files']}>
        {shown.slice(0, limit).map((file) => (
          <li key={file.file_no}>
            <Pictures file={file} />
            <div className={styles['facts']}>
              <p className={styles['name']}>
                <strong>{file.file}</strong>
                <small>{t('size', { width: file.width, height: file.height })}</small>
              </p>
              {file.matches.length === 0 ? <p>{t('noChannel')}</p> : null}
              {file.matches.map((match) => (
                <Match
                  key={match.cid}
                  match={match}
                  isChosen={choice.get(match.cid) === file.file_no}
                  {...(mayEdit ? { onToggle: () => onToggle(match.cid, file.file_no) } : {})}
                />
              ))}
            </div>
            {mayEdit ? <AssignButton file={file} onPress={() => onAssign(file)} /> : null}
          </li>
        ))}
      </ul>
      {shown.length > limit ? (
        <Button onPress={() => setLimit(limit + shownAtOnce)}>
          {t('more', { count: Math.min(shownAtOnce, shown.length - limit) })}
        </Button>
      ) : null}
    </>
  )
}

function AssignButton({ file, onPress }: { readonly file: LogoFile; readonly onPress: () => void }) {
  const t = useLogosText()
  const act = t(file.matches.length === 0 ? 'assign' : 'assignOther')
  return (
    <Button aria-label={t('assignFor', { act, name: file.file })} onPress={onPress}>
      {act}
    </Button>
  )
}

/** As viewers will see it, on the dark and on the light theme. */
function Pictures({ file }: { readonly file: LogoFile }) {
  return (
    <div className={styles['pictures']}>
      <img className={styles['onDark']} src={file.image} alt="" loading="lazy" width={56} height={56} />
      <img className={styles['onLight']} src={file.image} alt="" loading="lazy" width={56} height={56} />
    </div>
  )
}

interface MatchProps {
  readonly match: LogoMatch
  readonly isChosen: boolean
  /** Absent: it cannot be chosen. */
  readonly onToggle?: () => void
}

function Match({ match, isChosen, onToggle }: MatchProps) {
  const t = useLogosText()
  const { number, name, by, doubt, marks, logo } = match
  const label = `${number} ${name}`
  const isSame = marks.includes('same')
  return (
    <div className={styles['match']}>
      <label>
        {onToggle === undefined ? null : (
          <input
            type="checkbox"
            aria-label={t('take', { name: label })}
            checked={isChosen}
            disabled={isSame}
            onChange={onToggle}
          />
        )}
        {logo === '' ? null : <img src={logo} alt={t('nowLogo')} loading="lazy" width={32} height={32} />}
        <span>{label}</span>
      </label>
      <small>{t(`by.${by}`)}</small>
      {marks.map((mark) => (
        <Badge key={mark} tone={mark === 'same' ? 'plain' : 'warn'}>
          {t(`mark.${mark}`)}
        </Badge>
      ))}
      {doubt === '' ? null : <small>{t(`doubt.${doubt}`)}</small>}
    </div>
  )
}
