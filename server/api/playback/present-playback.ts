import type { OpeningTariff, PlaybackAddress as ShownAddress } from '#contract/channels/channels.ts'
import type { FilmAddress } from '#contract/films/films.ts'
import { type Outcome, reject } from '#contract/form/endpoint.ts'
import type { Language } from '#contract/form/failures.ts'
import { shownTariffLook, sumsOf, type TariffRecord } from '#server/billing/billing.ts'
import type {
  PlaybackAddress,
  PlaybackClient,
  PlaybackRefusal,
  PlayedTitle,
} from '#server/playback/playback.ts'
import { heartbeatSec } from '#server/streams/streams.ts'
import { type StreamWords, presentStreams } from './present-streams.ts'

/** An address in the contract's shape. */
export function presentAddress(address: PlaybackAddress): ShownAddress {
  const { url, dashUrl, expiresAtMs, streamId, gainDb } = address
  return {
    url,
    dash_url: dashUrl,
    expires_at: Math.floor(expiresAtMs / 1000),
    stream_id: streamId ?? '',
    heartbeat_sec: streamId === undefined ? 0 : heartbeatSec,
    gain_db: gainDb,
  }
}

/** A film's address, with what a player shows before playback starts. */
export function presentTitle(played: Extract<PlayedTitle, { kind: 'signed' }>): FilmAddress {
  const { address, asset, silentUrl } = played
  return {
    ...presentAddress(address),
    duration_sec: asset.durationMs / 1000,
    markers: (asset.markers ?? []).map((marker) => ({
      kind: marker.kind,
      begin_sec: marker.beginMs / 1000,
      end_sec: marker.endMs / 1000,
    })),
    ...(silentUrl === undefined ? {} : { silent_url: silentUrl }),
  }
}

/**
 * A refusal as the contract's failure, with details that help the viewer: tariffs, the missing amount, streams to
 * stop.
 */
export async function rejectPlayback<Refusal extends PlaybackRefusal>(
  words: StreamWords,
  client: PlaybackClient,
  refusal: Refusal,
): Promise<Outcome<never, Refusal['failure']>> {
  return reject<Refusal['failure']>(refusal.failure, await detailsOf(words, client, refusal))
}

async function detailsOf(words: StreamWords, { viewer, language }: PlaybackClient, refusal: PlaybackRefusal) {
  const values = refusalValues(refusal, language)
  switch (refusal.failure) {
    case 'not_subscribed': {
      const item = refusal.openedBy.map((tariff) => presentOpening(tariff, language))
      return { values, details: { tariffs: { item } } }
    }
    case 'account_suspended':
      return { values, details: { missing: refusal.missingSums } }
    case 'too_many_streams': {
      const { limit, streams } = refusal
      const item = viewer === undefined ? [] : await presentStreams(words, streams, viewer, language)
      return { values, details: { limit, streams: { item } } }
    }
    case 'blacked_out': {
      const { untilMs, returns } = refusal
      const until = untilMs === null ? null : Math.ceil(untilMs / 1000)
      return { values, details: { until, returns } }
    }
    default:
      return { values }
  }
}

/** Values for the placeholders of the refusal's text. */
export function refusalValues(
  refusal: PlaybackRefusal,
  language: Language,
): Readonly<Record<string, string | number>> {
  switch (refusal.failure) {
    case 'account_suspended':
      return { missing: refusal.missingSums }
    case 'too_many_streams':
      return { limit: refusal.limit }
    case 'above_age_limit':
    case 'above_age_closed':
      return { age: refusal.age }
    case 'watch_hours_over':
      return { from: refusal.from, to: refusal.to }
    case 'blacked_out':
      return { words: refusal.words[language] }
    default:
      return {}
  }
}

function presentOpening(tariff: TariffRecord, language: Language): OpeningTariff {
  return {
    ...{ tariff_id: tariff.tariffId, name: tariff.name[language], price: sumsOf(tariff.priceTiyin) },
    ...{ description: tariff.look?.description[language] ?? '', look: shownTariffLook(tariff) },
  }
}
