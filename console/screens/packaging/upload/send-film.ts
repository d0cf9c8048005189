/** Sends a film in pieces by the tus protocol, and goes on where it was after every break of the line. */
import { maxPieceBytes, uploadRoot } from '#contract/console/uploads.ts'
import { base64Of } from '#console/session/base64.ts'
import { CallError, sentenceOf } from '#console/session/call-error.ts'
import { meetDemand } from '#console/session/demands.ts'
import { languageChoice } from '#console/session/preferences.ts'
import { textNow } from '#console/session/text.ts'
import type { Transport, UploadRequest, UploadResponse } from './transport.ts'

/** `waiting`: the line is broken, and it is tried again. `checking`: all of it was sent. */
export type SendingStage = 'sending' | 'waiting' | 'checking'

export interface SendOptions {
  readonly transport: Transport
  readonly signal: AbortSignal
  /** Waits between two tries; rejects when the signal is aborted. */
  pause(ms: number): Promise<void>
  nowMs(): number
  /** Its address, once it has one. */
  onLocation(location: string): void
  /** `sentBytes`: undefined when it is as before. */
  onProgress(sentBytes: number | undefined, stage: SendingStage): void
}

/** The file on this computer cannot be read any more: it was moved, changed or deleted. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
}

const piece = { first: 1024 * 1024, min: 256 * 1024, targetMs: 4000 }
const pausesMs = [1000, 2000, 5000, 10_000, 20_000] as const

/** By which the same file is recognised when it is chosen again. */
export function fingerprintOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`
}

/**
 * Rejects with a `CallError` when the server refuses the file, with `FileUnreadable`, and with an `AbortError` when it was
 * cancelled.
 */
export async function sendFilm(file: File, options: SendOptions): Promise<void> {
  let { location, offset } = await create(file, options)
  let pieceBytes = piece.first
  for (let isOver = false; !isOver;) {
    const end = Math.min(offset + pieceBytes, file.size)
    const startedMs = options.nowMs()
    const sent = await sendPiece(options, { location, file, offset, end })
    if (sent === 'again') {
      ;({ location, offset } = await whereIsIt(file, options, location))
      continue
    }
    isOver = end === file.size && sent === file.size
    pieceBytes = nextPiece(pieceBytes, options.nowMs() - startedMs)
    offset = sent
    options.onProgress(offset, isOver ? 'checking' : 'sending')
  }
}

interface Position {
  readonly location: string
  readonly offset: number
}

/** Begins the upload, or continues the one of the same file. */
async function create(file: File, options: SendOptions): Promise<Position> {
  const metadata = metadataHeader({ filename: file.name, fingerprint: fingerprintOf(file) })
  const headers = { 'upload-length': String(file.size), 'upload-metadata': metadata }
  const response = await insist(options, { method: 'POST', path: uploadRoot, headers })
  const position = { location: response.header('location') ?? '', offset: offsetIn(response) }
  options.onLocation(position.location)
  options.onProgress(position.offset, 'sending')
  return position
}

/** How much the server has; one that it has forgotten begins again. */
async function whereIsIt(file: File, options: SendOptions, location: string): Promise<Position> {
  const response = await insist(options, { method: 'HEAD', path: location })
  return response.status === 404 ? create(file, options) : { location, offset: offsetIn(response) }
}

/** So large that each takes some seconds: progress is lost with a piece, and time with many of them. */
function nextPiece(bytes: number, tookMs: number): number {
  const fitting = (bytes * piece.targetMs) / Math.max(1, tookMs)
  return Math.round(Math.max(piece.min, Math.min(maxPieceBytes, fitting, bytes * 2)))
}

interface Piece {
  readonly location: string
  readonly file: File
  readonly offset: number
  readonly end: number
}

/** Where the next piece begins; `again` when the server must be asked. */
async function sendPiece(
  options: SendOptions,
  { location, file, offset, end }: Piece,
): Promise<number | 'again'> {
  const isLast = end === file.size
  const response = await options.transport({
    method: 'PATCH',
    path: location,
    headers: { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: file.slice(offset, end),
    signal: options.signal,
    onSent: (bytes) => {
      const sent = Math.min(offset + bytes, end)
      options.onProgress(sent, isLast && sent === end ? 'checking' : 'sending')
    },
  })
  if (response?.status === 204) return offsetIn(response)
  if (response?.status === 409) return 'again'
  if (response === undefined) await checkFile(file, offset)
  await recover(options, response, offset, 0)
  return 'again'
}

/** A request also fails when its body cannot be read. */
async function checkFile(file: File, offset: number): Promise<void> {
  await file
    .slice(offset, offset + 1)
    .arrayBuffer()
    .catch((error: unknown) => {
      throw new FileUnreadable('the file cannot be read', { cause: error })
    })
}

/** Sends a request until the server has answered it. */
async function insist(options: SendOptions, request: Omit<UploadRequest, 'signal'>): Promise<UploadResponse> {
  for (let tries = 0; ; tries += 1) {
    const response = await options.transport({ ...request, signal: options.signal })
    if (response !== undefined && response.status < 300) return response
    // It has no body that says why.
    if (request.method === 'HEAD' && response?.status === 404) return response
    await recover(options, response, undefined, tries)
  }
}

/** Waits until it is worth another try, or rejects. */
async function recover(
  options: SendOptions,
  response: UploadResponse | undefined,
  sentBytes: number | undefined,
  tries: number,
): Promise<void> {
  const refusal = response === undefined ? undefined : refusalIn(response)
  if (refusal !== undefined && isLogin(refusal.failure)) {
    if (await meetDemand('login')) return
    throw new CallError({ failure: 'cancelled', message: textNow()('failure.cancelled') })
  }
  const isPassing =
    response === undefined ||
    [408, 429].includes(response.status) ||
    (response.status >= 500 && refusal?.failure !== 'upload_no_room')
  if (!isPassing && refusal !== undefined) throw refusal
  if (!isPassing) throw new CallError({ failure: 'unreadable', message: textNow()('failure.unreadable') })
  options.onProgress(sentBytes, 'waiting')
  await options.pause(pausesMs[Math.min(tries, pausesMs.length - 1)] ?? pausesMs[0])
}

function isLogin(failure: string): boolean {
  return ['not_authorized', 'second_factor_needed', 'enrolment_needed'].includes(failure)
}

/** What the server refused it with, in words. A HEAD has no body: its status says enough. */
function refusalIn({ status, body }: UploadResponse): CallError | undefined {
  try {
    const { failure, message, values } = JSON.parse(body) as {
      failure?: string
      message?: string
      values?: Readonly<Record<string, string | number>>
    }
    if (failure === undefined || message === undefined) return undefined
    return new CallError({ failure, message: sentenceOf(languageChoice.get(), { failure, message, values }) })
  } catch {
    return status === 403 ? new CallError({ failure: 'not_authorized', message: '' }) : undefined
  }
}

function offsetIn(response: UploadResponse): number {
  const offset = Number(response.header('upload-offset') ?? Number.NaN)
  if (!Number.isInteger(offset))
    throw new CallError({ failure: 'unreadable', message: textNow()('failure.unreadable') })
  return offset
}

function metadataHeader(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${base64Of(new TextEncoder().encode(value))}`)
    .join(',')
}
