/** The answer in the contract's shape. */
import type { consoleSubscriberWhy as endpoints } from '#contract/console/subscriber-why.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { shownModel, type StoredDeviceRow } from '#server/accounts/accounts.ts'
import { sumsOf } from '#server/billing/billing.ts'
import type { Names } from '#server/console/subscribers/present-subscribers.ts'
import type { StreamRecord } from '#server/streams/streams.ts'
import { namesOfPlay, type Why, withEnglish } from '#server/subscribers/subscribers.ts'

type Answer = ResponseOf<typeof endpoints.answer>

const secOf = (ms: number | undefined) => Math.floor((ms ?? 0) / 1000)

export function presentDevice(device: StoredDeviceRow): NonNullable<Answer['device']> {
  return {
    ...{ device_id: device.deviceId, kind: device.kind, name: device.name, model: device.model },
    ...{ last_seen_at: secOf(device.lastSeenMs), is_logged_in: device.sessionId !== null },
  }
}

export function presentWhy(why: Why, names: Names, abonement: string): Answer {
  const { figures, device, item, lastFailure } = why
  const { tariffs = [], streams = [] } = figures
  return {
    ...{ reason: why.reason, remedy: why.remedy, item: why.match.names },
    programme: programmeName(names, item),
    ...{ since: secOf(figures.sinceMs), until: secOf(figures.untilMs) },
    ...{ days: figures.days ?? 0, limit: figures.limit ?? 0 },
    ...{ missing: sumsOf(figures.missingTiyin ?? 0), abonement },
    tariffs: tariffs.map(({ tariffId, name, priceTiyin }) => ({
      ...{ tariff_id: tariffId, name: withEnglish(name), price: sumsOf(priceTiyin) },
    })),
    streams: streams.map((one) => presentStream(one, why.devices, names)),
    paused_tariff_id: figures.pausedTariffId ?? 0,
    ...{ blackout_id: figures.blackoutId ?? 0, words: withEnglish(figures.words) },
    version: figures.version ?? '',
    ...{ profile: why.profileName, age: figures.age ?? 0, minutes: figures.minutes ?? 0 },
    ...{ hours_from: figures.hours?.from ?? '', hours_to: figures.hours?.to ?? '' },
    app: device?.app === undefined ? '' : `${device.app.platform} ${device.app.version}`,
    device: device === undefined ? null : presentDevice(device),
    ...{ address: device?.address ?? '', region: why.region, max_height: why.maxHeight ?? 0 },
    checks: why.checks.map(({ check, state, reason }) => ({ check, state, reason: reason ?? null })),
    last_failure:
      lastFailure === undefined
        ? null
        : {
            ...{ code: lastFailure.code, at: secOf(lastFailure.atMs), kind: lastFailure.kind },
            title: namesOfPlay(names, lastFailure),
            device: lastFailure.deviceName || shownModel(lastFailure.deviceModel),
          },
  }
}

function programmeName({ television }: Names, item: Why['item']) {
  if (item.kind !== 'channel' || item.atSec === undefined) return withEnglish(undefined)
  const atMs = item.atSec * 1000
  return withEnglish(television.now().guide.window(item.cid, atMs, atMs + 1)[0]?.title)
}

/** `live:12`, `archive:12:1700000000`, `film:7:3`. */
function presentStream(
  { streamId, holder, item, startedMs }: StreamRecord,
  devices: readonly StoredDeviceRow[],
  { television, catalogue }: Names,
): Answer['streams'][number] {
  const device = devices.find(({ sessionId }) => sessionId === holder)
  const [kind = '', id = ''] = item.split(':')
  const name =
    kind === 'film' ? catalogue.now().anyTitle(Number(id))?.name : television.now().channel(Number(id))?.name
  return {
    ...{ stream_id: streamId, device: device?.name || device?.model || '' },
    ...{ title: withEnglish(name), since: secOf(startedMs ?? 0) },
  }
}
