/** Playing from edges: another one at a renewal, and another one when nothing comes. */
import { describe, expect, it } from 'vitest'
import { ownFault } from '#player/core/state/playback-failure.ts'
import type { AddressOutcome } from '#player/core/state/source.ts'
import { settle, simulatedAddress, simulatedPlayback } from '#tests/kit/player/simulated-player.ts'

async function playFrom(urls: readonly string[]) {
  const simulated = simulatedPlayback()
  const { playback, engine, time } = simulated
  const failed: (string | null | undefined)[] = []
  const accesses: string[] = []
  const setAccess = engine.setAccess.bind(engine)
  engine.setAccess = (access) => {
    accesses.push(access)
    setAccess(access)
  }
  const ask = async (_streamId: string | null, failedUrl?: string | null) => {
    failed.push(failedUrl)
    return simulatedAddress(urls[Math.min(failed.length, urls.length) - 1] ?? '', time.now() + 300_000)
  }
  playback.open({ key: 'live:1', kind: 'live', startSec: null, ask })
  await settle()
  engine.tell({ kind: 'first_picture' })
  return { ...simulated, failed, accesses }
}

const site = 'https://tv.example.uz/p/t3/live/1/master.m3u8'

/** With addresses that say whether another place has the same, from a load on. */
async function playAtEdges(urls: readonly string[]) {
  const simulated = simulatedPlayback()
  const { playback, engine, time } = simulated
  const failed: (string | null | undefined)[] = []
  const accesses: string[] = []
  const hasOther: (boolean | undefined)[] = []
  const load = engine.load.bind(engine)
  engine.setAccess = (access: string, other?: boolean) => {
    accesses.push(access)
    hasOther.push(other)
  }
  engine.load = (request) => {
    hasOther.push(request.hasOther)
    return load(request)
  }
  const ask = async (_streamId: string | null, failedUrl?: string | null) => {
    failed.push(failedUrl)
    const url = urls[Math.min(failed.length, urls.length) - 1] ?? ''
    return { ...simulatedAddress(url, time.now() + 300_000), hasOther: url !== site }
  }
  playback.open({ key: 'live:1', kind: 'live', startSec: null, ask })
  await settle()
  engine.tell({ kind: 'first_picture' })
  return { ...simulated, failed, accesses, hasOther, loads: engine.loads.length }
}

const [one, two] = [
  'https://edge1.example.uz/p/t1/live/1/master.m3u8',
  'https://edge2.example.uz/p/t2/live/1/master.m3u8',
]

describe('playing from edges', () => {
  it('goes on from another edge when a renewed address is there, without loading again', async () => {
    const { accesses, failed, time, engine, playback } = await playFrom([one, two])
    const loads = engine.loads.length
    // Otherwise it would be taken for a stream that has stopped.
    playback.pause()
    await time.pass(200_000)
    await settle()
    expect(accesses.slice(0, 2)).toEqual(['https://edge1.example.uz/p/t1', 'https://edge2.example.uz/p/t2'])
    expect(failed.slice(0, 2)).toEqual([undefined, undefined])
    expect(engine.loads.length).toBe(loads)
  })

  it('says from which address nothing came when it asks for another', async () => {
    const { engine, failed, time } = await playFrom([one, two])
    for (let fault = 0; fault < 3; fault += 1) {
      engine.tell({ kind: 'fault', fault: ownFault('source_unreachable') })
      await settle()
      await time.pass(3000)
      await settle()
    }
    expect(failed).toContain(one)
  })

  it('goes on from another edge at once when one is silent, and keeps what is loaded', async () => {
    const { accesses, engine, failed, loads } = await playAtEdges([one, two, site])
    engine.tell({ kind: 'fault', fault: ownFault('source_unreachable') })
    // Sound and picture fail together.
    engine.tell({ kind: 'fault', fault: ownFault('source_unreachable') })
    await settle()
    expect(failed).toEqual([undefined, one])
    expect(accesses.at(-1)).toBe('https://edge2.example.uz/p/t2')
    expect(engine.loads.length).toBe(loads)
  })

  it('does not blame the next edge for what the one before has not answered', async () => {
    const { engine, failed, time } = await playAtEdges([one, two, site])
    engine.tell({ kind: 'fault', fault: ownFault('source_unreachable') })
    await settle()
    await time.pass(4000)
    engine.tell({ kind: 'fault', fault: ownFault('source_unreachable') })
    await settle()
    await time.pass(1000)
    await settle()
    expect(failed).toEqual([undefined, one])
    await time.pass(6000)
    engine.tell({ kind: 'fault', fault: ownFault('source_unreachable') })
    await settle()
    expect(failed).toEqual([undefined, one, two])
  })

  it('is patient with the site itself, of which there is only one', async () => {
    const { engine, failed, hasOther, time } = await playAtEdges([one, site, site])
    engine.tell({ kind: 'fault', fault: ownFault('source_unreachable') })
    await settle()
    await time.pass(10_000)
    engine.tell({ kind: 'fault', fault: ownFault('source_unreachable') })
    await settle()
    expect(failed).toEqual([undefined, one])
    expect(hasOther).toEqual([true, true, false])
  })

  it.each(['address_expired', 'not_there', 'stream_broken'] as const)(
    'asks for another place when the fault %s comes again from a new address',
    async (failure) => {
      const { engine, failed, time } = await playFrom([one, two])
      for (let fault = 0; fault < 3 && failed.at(-1) !== two; fault += 1) {
        engine.tell({ kind: 'fault', fault: ownFault(failure) })
        await settle()
        await time.pass(4000)
        await settle()
      }
      const blamed = failed.filter((url) => typeof url === 'string')
      expect(blamed).toEqual([two])
      expect(failed.indexOf(two)).toBeGreaterThan(1)
    },
  )

  it('blames no address when the stream itself is broken', async () => {
    const { engine, failed, time } = await playFrom([one, two])
    engine.tell({ kind: 'fault', fault: ownFault('stream_broken') })
    await settle()
    await time.pass(1000)
    await settle()
    expect(failed.length).toBeGreaterThan(1)
    expect(failed.filter((url) => typeof url === 'string')).toEqual([])
  })
})

/** Channels at an edge; each request is answered only when the test does it. */
async function zapAtEdges() {
  const simulated = simulatedPlayback()
  const { playback, engine, time } = simulated
  const requests: { readonly key: string; readonly failedUrl: string | null | undefined }[] = []
  const answers: ((outcome: AddressOutcome) => void)[] = []
  const open = (key: string) => {
    const ask = (_streamId: string | null, failedUrl?: string | null) => {
      requests.push({ key, failedUrl })
      return new Promise<AddressOutcome>((resolve) => void answers.push(resolve))
    }
    playback.open({ key, kind: 'live', startSec: null, ask })
  }
  /** Answers the request of this number. */
  const answer = async (at: number, url: string) => {
    answers[at]?.({ ...simulatedAddress(url, time.now() + 300_000), hasOther: true })
    await settle()
  }
  const fail = async (failure: Parameters<typeof ownFault>[0]) => {
    engine.tell({ kind: 'fault', fault: ownFault(failure) })
    await settle()
  }
  open('live:1')
  await answer(0, one)
  engine.tell({ kind: 'first_picture' })
  return { ...simulated, requests, open, answer, fail }
}

describe('a renewal at edges', () => {
  it('that is still awaited does not stop the next channel from leaving a silent edge', async () => {
    const { answer, requests, engine, fail, open } = await zapAtEdges()
    await fail('source_unreachable')
    open('live:2')
    await settle()
    engine.answerWith = () => ({ kind: 'fault', fault: ownFault('source_unreachable') })
    await answer(2, one)
    engine.answerWith = () => ({ kind: 'loaded' })
    expect(requests.slice(1)).toEqual([
      { key: 'live:1', failedUrl: one },
      { key: 'live:2', failedUrl: undefined },
      { key: 'live:2', failedUrl: one },
    ])
    await answer(3, two)
    const { loads, retries, tickets } = engine
    const before = { loads: loads.length, retries, tickets: tickets.length }
    await answer(1, site)
    expect({ loads: loads.length, retries: engine.retries, tickets: tickets.length }).toEqual(before)
  })

  it('of the channel before is no reason to ignore that the ticket of the next is rejected', async () => {
    const { answer, requests, engine, fail, open } = await zapAtEdges()
    await fail('address_expired')
    await answer(1, two)
    engine.answerWith = () => ({ kind: 'fault', fault: ownFault('address_expired') })
    open('live:2')
    await settle()
    await answer(2, one)
    expect(requests.slice(2)).toEqual([
      { key: 'live:2', failedUrl: undefined },
      { key: 'live:2', failedUrl: null },
    ])
  })

  it('that a reload has overtaken causes no other reload when it ends', async () => {
    const { answer, requests, engine, fail, time } = await zapAtEdges()
    await fail('source_unreachable')
    await fail('stream_broken')
    await time.pass(1000)
    await answer(2, two)
    const loads = engine.loads.length
    await answer(1, two)
    await time.pass(1000)
    expect([requests.length, engine.loads.length]).toEqual([3, loads])
  })

  it('that was under way when the edge fell silent is followed by one that names it, and no later one does', async () => {
    const { answer, requests, fail, playback, time } = await zapAtEdges()
    playback.pause()
    await time.pass(180_000)
    await fail('source_unreachable')
    expect(requests.map(({ failedUrl }) => failedUrl)).toEqual([undefined, undefined])
    await answer(1, one)
    expect(requests.map(({ failedUrl }) => failedUrl)).toEqual([undefined, undefined, one])
    await answer(2, two)
    await time.pass(180_000)
    expect(requests.map(({ failedUrl }) => failedUrl)).toEqual([undefined, undefined, one, undefined])
  })

  it('that was under way when the edge fell silent names no edge for the next channel', async () => {
    const { answer, requests, engine, fail, open, playback, time } = await zapAtEdges()
    playback.pause()
    await time.pass(180_000)
    await fail('source_unreachable')
    open('live:2')
    await settle()
    await answer(2, two)
    await answer(1, one)
    engine.tell({ kind: 'first_picture' })
    playback.pause()
    await time.pass(180_000)
    expect(requests.slice(2)).toEqual([
      { key: 'live:2', failedUrl: undefined },
      { key: 'live:2', failedUrl: undefined },
    ])
  })
})
