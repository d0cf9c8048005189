import { useState } from 'react'
import { isOpenedByRules } from '#contract/console/channel-rules.ts'
import type { consoleTariffs } from '#contract/console/tariffs.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { Button } from '#console/ui/button.tsx'
import { hasWords } from '#console/ui/fold-text.ts'
import { Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { SearchInput } from '#console/ui/search-input.tsx'
import type { TariffDraft } from './tariff-draft.ts'
import { nameIn, useTariffsText } from './tariffs-text.ts'
import styles from './tariffs.module.css'

export type Parts = ResponseOf<typeof consoleTariffs.parts>

interface ChannelChoiceProps {
  readonly parts: Parts
  readonly draft: ChosenChannels
  /** Undefined: it is only shown. */
  readonly onChange: ((changed: Pick<ChosenChannels, 'channels' | 'excluded'>) => void) | undefined
}

type ChosenChannels = Pick<TariffDraft, 'channels' | 'rules' | 'excluded'>

/** The channels of a tariff: one by one, or all that the search and the category leave; what rules open is marked. */
export function ChannelChoice({ parts, draft, onChange }: ChannelChoiceProps) {
  const t = useTariffsText()
  const language = useLanguage()
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState('all')
  const ruled = new Set(
    parts.channels.filter((one) => isOpenedByRules(one, draft.rules)).map(({ cid }) => cid),
  )
  const openedByRule = [...ruled].filter((cid) => !draft.excluded.has(cid))
  const chosen = new Set([...openedByRule, ...draft.channels])
  const shown = parts.channels.filter(
    (one) =>
      (category === 'all' || one.categories.includes(Number(category))) &&
      (hasWords(one.name, search) || String(one.number) === search.trim()),
  )
  const set = (cids: readonly number[], isChosen: boolean) => {
    const [channels, excluded] = [new Set(draft.channels), new Set(draft.excluded)]
    for (const cid of cids) {
      excluded.delete(cid)
      channels.delete(cid)
      if (isChosen && !ruled.has(cid)) channels.add(cid)
      if (!isChosen && ruled.has(cid)) excluded.add(cid)
    }
    onChange?.({ channels, excluded })
  }
  const markOf = (cid: number) =>
    draft.rules.length === 0 || ruled.has(cid) === draft.channels.has(cid)
      ? null
      : t(draft.channels.has(cid) ? 'byHand' : draft.excluded.has(cid) ? 'excludedByHand' : 'byRule')
  const isNew = (one: Parts['channels'][number]) => !chosen.has(one.cid)
  const left = shown.filter(isNew).length
  const all = shown.map(({ cid }) => cid)
  return (
    <Section
      title={t('channels')}
      text={t('channelsText', { count: chosen.size, all: parts.channels.length })}
    >
      <div className={styles['filters']}>
        <SearchInput label={t('findChannel')} value={search} onChange={setSearch} />
        <Picker
          isCompact
          label={t('category')}
          value={category}
          onChange={setCategory}
          choices={[
            { value: 'all', label: t('allCategories') },
            ...parts.categories.map((one) => ({ value: String(one.id), label: nameIn(language, one) })),
          ]}
        />
        {onChange === undefined ? null : (
          <>
            <Button isDisabled={left === 0} onPress={() => set(all, true)}>
              {t('chooseShown', { count: left })}
            </Button>
            <Button isDisabled={left === shown.length} onPress={() => set(all, false)}>
              {t('dropShown', { count: shown.length - left })}
            </Button>
          </>
        )}
      </div>
      {shown.length === 0 ? (
        <p className={styles['quiet']}>{t('noChannels')}</p>
      ) : (
        <ul className={styles['channels']} tabIndex={0} aria-label={t('channels')}>
          {shown.map(({ cid, number, name, logo }) => (
            <li key={cid}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.has(cid)}
                  disabled={onChange === undefined}
                  onChange={({ target }) => set([cid], target.checked)}
                />
                {logo === '' ? (
                  <span className={styles['noLogo']} />
                ) : (
                  <img src={logo} alt="" loading="lazy" />
                )}
                <span>
                  {number} {name} <small className={styles['quiet']}>{markOf(cid)}</small>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
