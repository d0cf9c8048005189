/** A tariff as it is being edited: texts as they are typed. */
import type { ChannelRule } from '#contract/console/channel-rules.ts'
import type { consoleTariffs, ShownTariff } from '#contract/console/tariffs.ts'
import { formatSums } from '#contract/form/money.ts'
import type { InputOf } from '#contract/form/endpoint.ts'

export interface DraftPeriod {
  /** Of the row on the screen. */
  readonly key: number
  /** Null: a new one. */
  readonly id: number | null
  readonly days: string
  readonly price: string
}

export interface TariffDraft {
  readonly name_ru: string
  readonly name_uz: string
  readonly name_en: string
  readonly description_ru: string
  readonly description_uz: string
  readonly icon: ShownTariff['icon']
  readonly picture: string
  /** The address of the picture. */
  readonly image: string
  readonly colour: string
  readonly kind: 'base' | 'additional'
  readonly recommended: boolean
  readonly offered: boolean
  readonly streams: string
  readonly pause_by: 'nobody' | 'staff' | 'subscriber'
  readonly pause_min: string
  readonly pause_max: string
  readonly pause_once: boolean
  readonly trial_days: string
  readonly recording_hours: string
  readonly other_players: boolean
  readonly change_up: 'now' | 'end'
  readonly change_down: 'end' | 'now'
  readonly periods: readonly DraftPeriod[]
  /** Added by hand. */
  readonly channels: ReadonlySet<number>
  readonly rules: readonly ChannelRule[]
  /** Excluded by hand, whatever the rules say. */
  readonly excluded: ReadonlySet<number>
  readonly providers: ReadonlySet<number>
}

/** For the fields of how it looks. */
export interface LookProps {
  readonly draft: TariffDraft
  readonly mayEdit: boolean
  /** By field. */
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (more: Partial<TariffDraft>) => void
}

export const emptyDraft: TariffDraft = {
  ...{ name_ru: '', name_uz: '', name_en: '', kind: 'base', recommended: false, offered: true, streams: '2' },
  ...{ description_ru: '', description_uz: '', icon: '', picture: '', image: '', colour: '' },
  ...{ pause_by: 'nobody', pause_min: '7', pause_max: '60', pause_once: true, trial_days: '0' },
  ...{ recording_hours: '0', other_players: true, change_up: 'now', change_down: 'end' },
  periods: [{ key: 0, id: null, days: '30', price: '' }],
  ...{ channels: new Set(), rules: [], excluded: new Set(), providers: new Set() },
}

/** The draft of a tariff; of a copy, periods are new and no name is taken twice. */
export function draftOf(tariff: ShownTariff, copyName?: (name: string) => string): TariffDraft {
  const named = (name: string) => copyName?.(name) ?? name
  return {
    ...{ name_ru: named(tariff.name_ru), name_uz: named(tariff.name_uz), name_en: named(tariff.name_en) },
    ...{ description_ru: tariff.description_ru, description_uz: tariff.description_uz },
    ...{ icon: tariff.icon, picture: tariff.picture, image: tariff.image, colour: tariff.colour },
    ...{ kind: tariff.kind, offered: tariff.offered, streams: String(tariff.streams) },
    ...{ pause_by: tariff.pause_by, pause_once: tariff.pause_once, trial_days: String(tariff.trial_days) },
    ...{ change_up: tariff.change_up, change_down: tariff.change_down },
    ...{ recording_hours: String(tariff.recording_hours), other_players: tariff.other_players },
    ...{ pause_min: String(tariff.pause_min), pause_max: String(tariff.pause_max) },
    recommended: copyName === undefined && tariff.recommended,
    periods: tariff.periods.map(({ id, days, price }, key) => ({
      ...{ key, id: copyName === undefined ? id : null, days: String(days), price: formatSums(price) },
    })),
    ...{ channels: new Set(tariff.channels), rules: tariff.rules, excluded: new Set(tariff.excluded) },
    providers: new Set(tariff.providers),
  }
}

export function inputOf(
  draft: TariffDraft,
  { id, revision }: { readonly id: number | null; readonly revision: string },
): InputOf<typeof consoleTariffs.save> {
  const { image: _, ...fields } = draft
  return {
    ...fields,
    ...{ id, revision },
    periods: draft.periods.map(({ id: periodId, days, price }) => ({ id: periodId, days, price })),
    channels: [...draft.channels],
    rules: [...draft.rules],
    excluded: draft.rules.length === 0 ? [] : [...draft.excluded],
    providers: [...draft.providers],
  }
}
