/** What a channel's folder remembers of its store: `live/<channel>/store.json`. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomicallyAside } from '#media/archive/index/write-atomically.ts'

export interface ChannelState {
  /** The store whose objects the lists of this folder name; '' before it was looked at. */
  readonly storeId: string
  /** What `holder` in the store was when this folder's lists agreed with it; '' before that. */
  readonly holder: string
  /** Epochs up to this number are in it. */
  readonly throughEpoch: number
  /** The lists of protected fragments and retained windows as they are in it. */
  readonly fragments: string
  readonly retained: string
  /** When orphans were last looked for, Unix ms. */
  readonly sweptAtMs: number
}

export const emptyList = '[]'
const fresh: ChannelState = {
  storeId: '',
  holder: '',
  throughEpoch: 0,
  fragments: emptyList,
  retained: emptyList,
  sweptAtMs: 0,
}

/** The state of one channel; a file that is missing or corrupt is a state in which nothing was looked at. */
export class StoredChannelState {
  readonly #path: string
  #state: ChannelState | undefined

  constructor(channelDir: string) {
    this.#path = join(channelDir, 'store.json')
  }

  async load(): Promise<ChannelState> {
    this.#state ??= await readState(this.#path)
    return this.#state
  }

  /** On disk when it resolves. */
  async save(changes: Partial<ChannelState>): Promise<ChannelState> {
    const state = { ...(await this.load()), ...changes }
    await writeAtomicallyAside(this.#path, JSON.stringify(state))
    this.#state = state
    return state
  }
}

async function readState(path: string): Promise<ChannelState> {
  try {
    const read = JSON.parse(await readFile(path, 'utf8')) as Partial<
      Record<keyof ChannelState, unknown>
    > | null
    const { storeId, throughEpoch, fragments, retained, sweptAtMs } = read ?? {}
    const isWhole =
      [storeId, fragments, retained].every((one) => typeof one === 'string') &&
      [throughEpoch, sweptAtMs].every((one) => Number.isSafeInteger(one))
    // Only this file writes it.
    return isWhole ? { ...fresh, ...(read as ChannelState) } : fresh
  } catch {
    return fresh
  }
}
