/** The packaged files of films: shown, played by the staff, and pictures taken from them. */
import { consoleFilmMedia } from '#contract/console/film-media.ts'
import { type ResponseOf, reject, respond } from '#contract/form/endpoint.ts'
import type { Engine } from '#media/media.ts'
import { type TitleFile, listTitleFiles } from '#server/catalogue/catalogue.ts'
import { type ConsoleHandlers, bindConsole } from '#server/console/admission/bind-console.ts'
import { type Pictures, pictureAddress } from '#server/pictures/pictures.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { staffAddress } from '#server/playback/playback.ts'

export interface FilmMediaDeps {
  readonly db: Db
  readonly clock: Clock
  readonly engine: Pick<Engine, 'describeAsset' | 'takeFrame'>
  readonly pictures: Pick<Pictures, 'store'>
  /** The first one signs. */
  readonly secrets: { readonly ticketSecrets: readonly string[] }
  readonly settings: { readonly EKRAN_ENCRYPT: boolean }
}

/** An encoder each; more would take the machine from packaging and recording. */
const maxFramesAtOnce = 2

export function filmMediaEndpoints(deps: FilmMediaDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleFilmMedia', consoleFilmMedia, handlersOf(deps))
}

function handlersOf({
  db,
  clock,
  engine,
  pictures,
  secrets,
  settings,
}: FilmMediaDeps): ConsoleHandlers<typeof consoleFilmMedia> {
  let taking = 0
  const refusalOf = async (vid: number, assetId: string) => {
    const files = await listTitleFiles(db, vid)
    if (files === undefined) return reject('film_not_found')
    const isOwn = files.some((file) => file.assetId === assetId)
    return isOwn && engine.describeAsset(assetId) !== undefined ? undefined : reject('film_file_not_ready')
  }
  return {
    files: async ({ vid }) => {
      const files = await listTitleFiles(db, vid)
      if (files === undefined) return reject('film_not_found')
      return respond({ files: files.map((file) => presentFile(file, engine.describeAsset(file.assetId))) })
    },
    play: async ({ vid, asset }) => {
      const refusal = await refusalOf(vid, asset)
      if (refusal !== undefined) return refusal
      const signing = { ticketSecret: secrets.ticketSecrets[0] ?? '', nowMs: clock.nowMs() }
      const { url, expiresAtMs } = staffAddress(signing, asset, settings.EKRAN_ENCRYPT)
      return respond({ url, expires_at: Math.floor(expiresAtMs / 1000) })
    },
    frame: async ({ vid, asset, at_ms: atMs }) => {
      const refusal = await refusalOf(vid, asset)
      if (refusal !== undefined) return refusal
      if (taking >= maxFramesAtOnce) return reject('frame_not_taken')
      taking += 1
      try {
        const frame = await engine.takeFrame(asset, atMs)
        const stored = frame === undefined ? undefined : await pictures.store(frame)
        if (stored?.kind !== 'stored') return reject('frame_not_taken')
        const image = pictureAddress('backdrop', 1, stored.version, shownWidth)
        return respond({ picture: stored.version, image })
      } finally {
        taking -= 1
      }
    },
  }
}

const shownWidth = 960

type File = ResponseOf<typeof consoleFilmMedia.files>['files'][number]

function presentFile(file: TitleFile, asset: ReturnType<Engine['describeAsset']>): File {
  const { assetId, kind, season, episode, durationMs } = file
  return {
    ...{ asset: assetId, kind, season, episode },
    duration_sec: (asset?.durationMs ?? durationMs) / 1000,
    is_ready: asset !== undefined,
    video: (asset?.video ?? []).toReversed().map(({ width, height, averageBitsPerSecond }) => ({
      ...{ width, height },
      bits_per_second: Math.round(averageBitsPerSecond),
    })),
    audio: (asset?.audio ?? []).map(({ rendition, language, name, loudness }) => ({
      ...{ rendition, language, name },
      loudness:
        loudness === undefined
          ? null
          : {
              integrated_lufs: loudness.integratedLufs,
              peak_db: loudness.peakDb,
              gain_db: loudness.gainDb,
              is_sampled: loudness.isSampled,
            },
    })),
    subtitles: (asset?.subtitles ?? []).map(({ rendition, language, name }) => ({
      rendition,
      language,
      name,
    })),
  }
}
