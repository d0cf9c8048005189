/** A blackout as values of its form, and back. */
import type { consoleBlackouts } from '#contract/console/blackouts.ts'
import { blackoutDevices, blackoutHolds, blackoutTargets, territories } from '#contract/form/blackouts.ts'
import type { InputOf, ResponseOf } from '#contract/form/endpoint.ts'
import { localMoment, secOfMoment } from '#console/i18n/moments.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useNowSec } from '#console/session/now.ts'
import { formatMoment } from '#console/i18n/format.ts'
import { useBlackoutsText } from './blackouts-text.ts'

export type Blackout = ResponseOf<typeof consoleBlackouts.list>['blackouts'][number]

export type BlackoutValues = Readonly<
  Record<
    | 'target'
    | 'cid'
    | 'pid'
    | 'vid'
    | 'from'
    | 'until'
    | 'territories'
    | 'devices'
    | 'holds'
    | 'words_ru'
    | 'words_uz'
    | 'note',
    string
  >
>

/** A new one as an address names it: `?target=programme&cid=12&pid=34`. It begins now and has no end yet. */
export function newBlackout(search: string, nowSec: number): Blackout {
  const params = new URLSearchParams(search)
  const numberOf = (name: string) => Number(params.get(name)) || null
  const target = blackoutTargets.find((one) => one === params.get('target')) ?? 'channel'
  const minuteSec = nowSec - (nowSec % 60)
  return {
    ...{ id: 0, version: 0, label: '', state: 'planned', target },
    ...{ cid: numberOf('cid'), pid: numberOf('pid'), vid: numberOf('vid') },
    ...{ from: numberOf('from') ?? minuteSec, until: numberOf('until') },
    ...{ territories: [...territories], devices: [...blackoutDevices], holds: [...blackoutHolds] },
    ...{ words_ru: '', words_uz: '', note: '' },
  }
}

export function valuesOf(blackout: Blackout): BlackoutValues {
  const { target, cid, pid, vid, words_ru, words_uz, note } = blackout
  return {
    ...{ target, words_ru, words_uz, note },
    ...{ cid: String(cid ?? ''), pid: String(pid ?? ''), vid: String(vid ?? '') },
    ...{ from: localMoment(blackout.from), until: localMoment(blackout.until) },
    territories: blackout.territories.join(','),
    devices: blackout.devices.join(','),
    holds: blackout.holds.join(','),
  }
}

export function inputOf(values: BlackoutValues): Omit<InputOf<typeof consoleBlackouts.preview>, 'id'> {
  const target = blackoutTargets.find((one) => one === values.target) ?? 'channel'
  const numberOf = (text: string) => (text.trim() === '' ? null : text.trim())
  const listed = (text: string) => text.split(',')
  return {
    target,
    cid: target === 'title' ? null : numberOf(values.cid),
    pid: target === 'programme' ? numberOf(values.pid) : null,
    vid: target === 'title' ? numberOf(values.vid) : null,
    from: secOfMoment(values.from) ?? '',
    until: values.until === '' ? null : (secOfMoment(values.until) ?? ''),
    territories: territories.filter((one) => listed(values.territories).includes(one)),
    devices: blackoutDevices.filter((one) => listed(values.devices).includes(one)),
    holds: blackoutHolds.filter((one) => listed(values.holds).includes(one)),
    ...{ words_ru: values.words_ru, words_uz: values.words_uz, note: values.note },
  }
}

type Scope = Pick<Blackout, 'devices' | 'holds' | 'territories'>

/** Where, on what and in what something holds, in words. */
export function useScopeText(): (scope: Scope) => string {
  const t = useBlackoutsText()
  return ({ territories: areas, devices, holds }) =>
    t('previewScope', {
      where:
        areas.length === territories.length
          ? t('everywhere')
          : areas.map((one) => t(`territory.${one}`)).join(', '),
      which:
        devices.length === blackoutDevices.length
          ? t('allDevices')
          : devices.map((one) => t(`device.${one}`)).join(', '),
      holds: holds.map((one) => t(`hold.${one}`)).join(', '),
    })
}

/** From when until when, in words. */
export function usePeriodText(): (period: Pick<Blackout, 'from' | 'until'>) => string {
  const t = useBlackoutsText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const moment = (sec: number) => formatMoment(sec, language, nowSec)
  return ({ from, until }) =>
    `${t('from', { moment: moment(from) })}, ${until === null ? t('noEnd') : t('until', { moment: moment(until) })}`
}
