import type { ReactNode } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Link } from 'wouter'
import { Badge } from '#console/ui/page.tsx'
import { ViewChips } from '#console/ui/view-chips.tsx'
import { useContentText } from './content-text.ts'
import styles from './content.module.css'

export type State = 'planned' | 'on' | 'ended'
export type Shown = State | 'all'

/** Which states are shown: it is in the address, so that it can be linked to. */
export function useShown(states: readonly State[]): readonly [Shown, (shown: Shown) => void] {
  const [path, go] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('show')
  const shown = states.find((state) => state === asked) ?? 'all'
  return [shown, (next) => go(next === 'all' ? path : `${path}?show=${next}`, { replace: true })]
}

interface StateChipsProps {
  readonly states: readonly State[]
  readonly items: readonly { readonly state: State }[]
  readonly shown: Shown
  readonly onChoose: (shown: Shown) => void
  /** The names of the states, where others than those of what is shown on the site say it better. */
  readonly textOf?: (shown: Shown) => string
}

export function StateChips({ states, items, shown, onChoose, textOf }: StateChipsProps) {
  const t = useContentText()
  const nameOf = textOf ?? ((name: Shown) => t(`view.${name}`))
  const count = (state: State) => items.filter((item) => item.state === state).length
  return (
    <ViewChips<Shown>
      label={t('views')}
      chosen={shown}
      onChoose={onChoose}
      views={[
        { name: 'all', text: nameOf('all'), count: items.length },
        ...states.map((name) => ({ name, text: nameOf(name), count: count(name) })),
      ]}
    />
  )
}

interface ContentItemProps {
  readonly href: string
  readonly titleRu: string
  readonly titleUz: string
  /** The address of its picture, '' where there could be one; undefined where there never is. */
  readonly image?: string
  readonly state: State
  /** The name of its state, where another one than that of what is shown on the site says it better. */
  readonly stateText?: string
  /** When it is shown. */
  readonly period: string
  readonly missing: readonly ('ru' | 'uz')[]
  readonly acts: ReactNode
}

/** A banner or a news item in its list. */
export function ContentItem({
  href,
  titleRu,
  titleUz,
  image,
  state,
  stateText,
  period,
  missing,
  acts,
}: ContentItemProps) {
  const t = useContentText()
  return (
    <li className={styles['item']}>
      {image === '' ? <span className={styles['noThumb']} /> : null}
      {image === undefined || image === '' ? null : <img src={image} alt="" loading="lazy" />}
      <div className={styles['itemText']}>
        <Link href={href}>{titleRu}</Link>
        <small lang="uz">{titleUz}</small>
        <div className={styles['badges']}>
          <Badge tone={state === 'on' ? 'good' : state === 'planned' ? 'own' : 'plain'}>
            {stateText ?? t(`state.${state}`)}
          </Badge>
          <small>{period}</small>
          {missing.map((language) => (
            <Badge key={language} tone="warn">
              {t(`missingIn.${language}`)}
            </Badge>
          ))}
        </div>
      </div>
      <div className={styles['itemActs']}>{acts}</div>
    </li>
  )
}
