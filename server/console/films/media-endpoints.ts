/** The packaged files of films: shown, played by the staff, and pictures taken from them. */
import { consoleFilmMedia } from '#contract/console/film-media.ts'
import { type ResponseOf, reject, respond } from '#contract/form/endpoint.ts'
import {
  type FileMarks,
  type Marks,
  type TitleFile,
  editMarks,
  listTitleFiles,
  loadMarks,
} from '#server/catalogue/catalogue.ts'
import { type ConsoleHandlers, bindConsole } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import { type Pictures, pictureAddress } from '#server/pictures/pictures.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { type PlayableFiles, assetGainDb, staffAddress } from '#server/playback/playback.ts'

export interface FilmMediaDeps extends ContentDeps {
  readonly engine: PlayableFiles
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

function handlersOf(deps: FilmMediaDeps): ConsoleHandlers<typeof consoleFilmMedia> {
  const { db, clock, engine, secrets, settings } = deps
  return {
    files: async ({ vid }) => {
      const files = await listTitleFiles(db, vid)
      if (files === undefined) return reject('film_not_found')
      const marks = await loadMarks(
        db,
        files.map(({ assetId }) => assetId),
      )
      return respond({
        files: files.map((file) =>
          presentFile(file, engine.describeAsset(file.assetId), marks.get(file.assetId)),
        ),
      })
    },
    play: async ({ vid, asset: assetId }) => {
      const asset = await ownAsset(deps, vid, assetId)
      if (typeof asset === 'string') return reject(asset)
      const signing = { ticketSecret: secrets.ticketSecrets[0] ?? '', nowMs: clock.nowMs() }
      const { url, expiresAtMs } = staffAddress(signing, { kind: 'film', assetId }, settings.EKRAN_ENCRYPT)
      return respond({ url, expires_at: Math.floor(expiresAtMs / 1000) })
    },
    saveMarks: async ({ vid, asset: assetId, version, intro, titles }, call) => {
      const asset = await ownAsset(deps, vid, assetId)
      if (typeof asset === 'string') return reject(asset)
      const marks = { intro: spanOf(intro), titles: spanOf(titles) }
      const { fingerprint } = asset.source
      const edit = { assetId, version, marks, durationMs: asset.durationMs, fingerprint }
      const outcome = await editMarks(db, edit, authorOf(call, deps))
      if (outcome.kind === 'changed_since')
        return reject('changed_since', { values: { who: outcome.who || '—' } })
      if (outcome.kind === 'not_found') return reject('film_file_not_ready')
      if (outcome.kind === 'wrong') return reject('marks_wrong')
      await recordSet(deps, 'films_edited', call, outcome.changeId)
      return respond({ change_id: outcome.changeId })
    },
    frame: frameHandler(deps),
  }
}

/** A packaged file of this title, or why there is none. */
async function ownAsset({ db, engine }: Pick<FilmMediaDeps, 'db' | 'engine'>, vid: number, assetId: string) {
  const files = await listTitleFiles(db, vid)
  if (files === undefined) return 'film_not_found'
  const isOwn = files.some((file) => file.assetId === assetId)
  return (isOwn ? engine.describeAsset(assetId) : undefined) ?? 'film_file_not_ready'
}

function frameHandler(deps: FilmMediaDeps): ConsoleHandlers<typeof consoleFilmMedia>['frame'] {
  const { engine, pictures } = deps
  let taking = 0
  return async ({ vid, asset: assetId, at_ms: atMs }) => {
    const asset = await ownAsset(deps, vid, assetId)
    if (typeof asset === 'string') return reject(asset)
    if (taking >= maxFramesAtOnce) return reject('frame_not_taken')
    taking += 1
    try {
      const frame = await engine.takeFrame(assetId, atMs)
      const stored = frame === undefined ? undefined : await pictures.store(frame)
      if (stored?.kind !== 'stored') return reject('frame_not_taken')
      const image = pictureAddress('backdrop', 1, stored.version, shownWidth)
      return respond({ picture: stored.version, image })
    } finally {
      taking -= 1
    }
  }
}

interface SpanInput {
  readonly begin_ms: number
  readonly end_ms: number
}

function spanOf(span: SpanInput | null): Marks['intro'] {
  return span === null ? null : { beginMs: span.begin_ms, endMs: span.end_ms }
}

function presentSpan(span: Marks['intro'] | undefined): SpanInput | null {
  return span === null || span === undefined ? null : { begin_ms: span.beginMs, end_ms: span.endMs }
}

const shownWidth = 960

type File = ResponseOf<typeof consoleFilmMedia.files>['files'][number]

function presentFile(
  file: TitleFile,
  asset: ReturnType<PlayableFiles['describeAsset']>,
  marks: FileMarks | undefined,
): File {
  const { assetId, kind, season, episode, lastEpisode, durationMs } = file
  const playerGainDb = asset === undefined ? 0 : assetGainDb(asset)
  return {
    ...{ asset: assetId, kind, season, episode, last_episode: lastEpisode },
    duration_sec: (asset?.durationMs ?? durationMs) / 1000,
    is_ready: asset !== undefined,
    intro: presentSpan(marks?.marks.intro),
    titles: presentSpan(marks?.marks.titles),
    marks_version: marks?.version ?? '',
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
              player_gain_db: playerGainDb,
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
