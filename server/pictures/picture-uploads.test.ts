import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { appendPicture } from './picture-uploads.ts'

const dir = await mkdtemp(join(tmpdir(), 'ekran-uploads-'))
afterAll(() => rm(dir, { recursive: true, force: true }))

const piece = (key: string, beginsAt: number, text: string, sizeBytes = 6) => ({
  ...{ key, sizeBytes, beginsAt },
  bytes: Buffer.from(text),
})

it('puts pieces together, and says where to go on after one that does not fit', async () => {
  const at = Date.now()
  expect(await appendPicture(dir, piece('1 a', 0, 'abc'), at)).toEqual({ kind: 'partial', receivedBytes: 3 })
  expect(await appendPicture(dir, piece('1 a', 5, 'f'), at)).toEqual({ kind: 'partial', receivedBytes: 3 })
  expect(await appendPicture(dir, piece('1 a', 3, 'defg'), at)).toEqual({ kind: 'partial', receivedBytes: 3 })
  expect(await appendPicture(dir, piece('2 a', 3, 'def'), at)).toEqual({ kind: 'partial', receivedBytes: 0 })
  const complete = await appendPicture(dir, piece('1 a', 3, 'def'), at)
  expect(complete).toEqual({ kind: 'complete', bytes: Buffer.from('abcdef') })
  expect(await readdir(dir)).toEqual([])
})

it('refuses what is too large, and forgets what was given up', async () => {
  const at = Date.now()
  expect(await appendPicture(dir, piece('1 b', 0, 'abc', 26 * 1024 * 1024), at)).toEqual({ kind: 'refused' })
  await appendPicture(dir, piece('../1 c', 0, 'abc'), at)
  const [name = ''] = await readdir(dir)
  await utimes(join(dir, name), new Date(at - 7_200_000), new Date(at - 7_200_000))
  await appendPicture(dir, piece('1 d', 0, 'abc'), at)
  expect(await readdir(dir)).toHaveLength(1)
})
