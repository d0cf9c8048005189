/** Hours of several media nodes that crash, freeze and lose the database: no channel has two writers at any moment. */
import { describe, expect, it } from 'vitest'
import { pick, randomFrom, whole } from '#db/demo/painting/random.ts'
import { LeaseWorld, type ModelNode } from '#tests/kit/models/lease-world.ts'

const channels = Array.from({ length: 12 }, (_, place) => String(place + 1))
const takeoverMs = 10_000

function checkerOf(world: LeaseWorld) {
  const lastWriter = new Map<string, { readonly by: ModelNode; readonly atMs: number }>()
  return () => {
    for (const channelId of channels) {
      const writers = world.writersOf(channelId)
      if (writers.length > 1)
        throw new Error(`${channelId} has ${writers.map(({ name }) => name).join(', ')} at ${world.nowMs} ms`)
      const [by] = writers
      if (by !== undefined) lastWriter.set(channelId, { by, atMs: world.nowMs })
    }
  }
}

const unleased = (world: LeaseWorld) =>
  channels.filter((channelId) => world.writersOf(channelId).filter(({ isPaused }) => !isPaused).length !== 1)

/** What happens to one node or the database, and how it ends; all but an outage must be over within the promised time. */
const disturbances = ['crash', 'freeze', 'cut off', 'outage', 'drain', 'restart', 'balance'] as const

async function disturb(world: LeaseWorld, random: () => number, check: () => void): Promise<void> {
  const what = pick(random, disturbances)
  const node = pick(random, world.nodes)
  const { name } = node
  const endsOf: Record<(typeof disturbances)[number], () => void> = {
    crash: () => void world.start(name),
    freeze: () => (node.isPaused = false),
    'cut off': () => (node.isCutOff = false),
    outage: () => (world.isDatabaseAway = false),
    drain: () => {
      world.database.drained.delete(name)
      for (const id of world.database.nodes.keys()) world.database.change(id, { isBalancing: true })
    },
    restart: () => void world.start(name),
    balance: () => undefined,
  }
  if (what === 'crash') world.kill(node)
  if (what === 'freeze') node.isPaused = true
  if (what === 'cut off') node.isCutOff = true
  if (what === 'outage') world.isDatabaseAway = true
  if (what === 'drain') world.database.drained.add(name)
  if (what === 'restart') await world.stop(node)
  if (what === 'balance')
    for (const id of world.database.nodes.keys()) world.database.change(id, { isBalancing: true })
  await world.run(takeoverMs, check)
  // While one channel is given away after another, one of them may be on its way.
  const onTheWay = what === 'drain' || what === 'balance' ? 1 : 0
  if (what !== 'outage')
    expect(unleased(world).length, `${what} of ${name} at ${world.nowMs}`).toBeLessThanOrEqual(onTheWay)
  await world.run(whole(random, 0, 10_000), check)
  endsOf[what]()
  await world.run(60_000, check)
  expect(unleased(world), `after ${what} of ${name}`).toEqual([])
}

function endFailures(world: LeaseWorld): void {
  world.isDatabaseAway = false
  for (const node of world.nodes)
    Object.assign(node, { isPaused: false, isCutOff: false, isWithoutFolder: false })
}

describe('several media nodes', () => {
  it('never have two writers of a channel, and take over in ten seconds, whatever fails', async () => {
    const rounds = Number(process.env['LEASE_ROUNDS'] ?? 40)
    for (const seed of [1, 2, 3]) {
      const random = randomFrom(seed)
      const world = new LeaseWorld(random, channels)
      const check = checkerOf(world)
      for (const name of ['a', 'b', 'c']) world.start(name)
      await world.run(30_000, check)
      expect(unleased(world)).toEqual([])
      for (let round = 0; round < rounds; round++) await disturb(world, random, check)
    }
  }, 300_000)

  it('never have two writers when several things fail at once, at any moment of each other', async () => {
    const rounds = Number(process.env['LEASE_ROUNDS'] ?? 40)
    for (const seed of [4, 5, 6]) {
      const random = randomFrom(seed)
      const world = new LeaseWorld(random, channels)
      world.lateShare = 0.05
      const check = checkerOf(world)
      for (const name of ['a', 'b', 'c']) world.start(name)
      await world.run(30_000, check)
      for (let round = 0; round < rounds; round++) {
        for (let failure = 0; failure < 6; failure++) {
          const node = pick(random, world.nodes)
          const what = pick(random, ['freeze', 'cut off', 'folder', 'outage', 'ends'] as const)
          if (what === 'freeze') node.isPaused = !node.isPaused
          if (what === 'cut off') node.isCutOff = !node.isCutOff
          if (what === 'folder') node.isWithoutFolder = !node.isWithoutFolder
          if (what === 'outage') world.isDatabaseAway = !world.isDatabaseAway
          if (what === 'ends') endFailures(world)
          await world.run(whole(random, 0, 5000), check)
        }
        endFailures(world)
        await world.run(60_000, check)
        expect(unleased(world), `round ${round} of seed ${seed}`).toEqual([])
      }
    }
  }, 300_000)

  it('share the channels, and move them one at a time from a drained node and back', async () => {
    const world = new LeaseWorld(randomFrom(7), channels)
    const check = checkerOf(world)
    const counts = () =>
      world.nodes.map(({ node }) => channels.filter((channelId) => node.mayWrite(channelId)).length)
    world.start('a')
    await world.run(5000, check)
    world.start('b')
    world.start('c')
    await world.run(30_000, check)
    // Nothing moves by itself.
    expect(counts()).toEqual([12, 0, 0])
    for (const id of world.database.nodes.keys()) world.database.change(id, { isBalancing: true })
    await world.run(60_000, check)
    expect(counts()).toEqual([4, 4, 4])
    world.database.drained.add('b')
    await world.run(60_000, () => {
      check()
      expect(unleased(world).length).toBeLessThanOrEqual(1)
    })
    expect(counts()).toEqual([6, 0, 6])
  })

  it('record on alone while the database is away, until another one asks through the folder', async () => {
    const random = randomFrom(11)
    const world = new LeaseWorld(random, channels)
    const check = checkerOf(world)
    const alone = world.start('alone')
    await world.run(10_000, check)
    world.isDatabaseAway = true
    await world.run(600_000, () => {
      check()
      expect(unleased(world)).toEqual([])
    })
    world.isDatabaseAway = false
    await world.run(10_000, check)
    // Cut off, it records on; another one takes its place only after it has seen the claim.
    alone.isCutOff = true
    await world.run(60_000, check)
    expect(unleased(world)).toEqual([])
    const other = world.start('other')
    await world.run(30_000, check)
    expect(unleased(world)).toEqual([])
    expect(channels.every((channelId) => other.node.mayWrite(channelId))).toBe(true)
    alone.isCutOff = false
    await world.run(20_000, check)
    expect(unleased(world)).toEqual([])
  })

  it('record on together while the database is away, for whatever time', async () => {
    const world = new LeaseWorld(randomFrom(23), channels)
    world.lateShare = 0
    const check = checkerOf(world)
    for (const name of ['a', 'b', 'c']) world.start(name)
    await world.run(20_000, check)
    for (const outageMs of [4600, 8000, 30_000, 600_000]) {
      world.isDatabaseAway = true
      await world.run(outageMs, () => {
        check()
        expect(unleased(world)).toEqual([])
      })
      world.isDatabaseAway = false
      await world.run(20_000, () => {
        check()
        expect(unleased(world)).toEqual([])
      })
    }
  })

  it('take over what one recorded that only itself sees no database, once it has stopped', async () => {
    const world = new LeaseWorld(randomFrom(29), channels)
    const check = checkerOf(world)
    const [first] = ['a', 'b', 'c'].map((name) => world.start(name))
    await world.run(20_000, check)
    for (const id of world.database.nodes.keys()) world.database.change(id, { isBalancing: true })
    await world.run(60_000, check)
    for (let round = 0; round < 10; round++) {
      if (first !== undefined) first.isCutOff = true
      await world.run(takeoverMs, check)
      expect(unleased(world)).toEqual([])
      expect(channels.filter((channelId) => first?.node.mayWrite(channelId))).toEqual([])
      if (first !== undefined) first.isCutOff = false
      await world.run(20_000 + round * 170, check)
    }
  })

  it('lose nothing by an outage of the database of three seconds', async () => {
    const world = new LeaseWorld(randomFrom(17), channels)
    world.lateShare = 0
    const check = checkerOf(world)
    for (const name of ['a', 'b', 'c']) world.start(name)
    await world.run(20_000, check)
    for (let round = 0; round < 20; round++) {
      world.isDatabaseAway = true
      await world.run(3000)
      world.isDatabaseAway = false
      await world.run(5000 + round * 130, () => {
        check()
        expect(unleased(world)).toEqual([])
      })
    }
  })

  it('wait for one that is alone and cannot read what the others ask of it', async () => {
    const world = new LeaseWorld(randomFrom(19), channels)
    const check = checkerOf(world)
    const alone = world.start('alone')
    await world.run(10_000, check)
    alone.isCutOff = true
    await world.run(60_000, check)
    const other = world.start('other')
    alone.isWithoutFolder = true
    await world.run(30_000, check)
    expect(channels.every((channelId) => other.node.mayWrite(channelId))).toBe(true)
  })

  it('wait for one that loses the folder in the moment it is asked', async () => {
    const random = randomFrom(31)
    const world = new LeaseWorld(random, channels)
    world.lateShare = 0
    const check = checkerOf(world)
    const [first] = ['a', 'b'].map((name) => world.start(name))
    await world.run(20_000, check)
    for (let round = 0; round < 60; round++) {
      world.isDatabaseAway = true
      await world.run(8000, check)
      if (first !== undefined) first.isCutOff = true
      world.isDatabaseAway = false
      await world.run(whole(random, 2500, 4500), check)
      if (first !== undefined) first.isWithoutFolder = true
      await world.run(20_000, check)
      expect(channels.filter((channelId) => first?.node.mayWrite(channelId))).toEqual([])
      endFailures(world)
      await world.run(10_000, check)
      for (const id of world.database.nodes.keys()) world.database.change(id, { isBalancing: true })
      await world.run(60_000, check)
      expect(channels.filter((channelId) => first?.node.mayWrite(channelId))).toHaveLength(6)
    }
  })

  it('replace one that was alone and froze: when it wakes, it writes nothing', async () => {
    const world = new LeaseWorld(randomFrom(13), channels)
    const check = checkerOf(world)
    const alone = world.start('alone')
    await world.run(10_000, check)
    alone.isPaused = true
    await world.run(5000, check)
    world.start('other')
    await world.run(30_000, check)
    alone.isPaused = false
    await world.run(10, check)
    expect(channels.filter((channelId) => alone.node.mayWrite(channelId))).toEqual([])
    await world.run(20_000, check)
    expect(unleased(world)).toEqual([])
  })
})
