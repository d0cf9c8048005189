import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRegion } from './open-region.ts'
import { silentLog } from '#server/platform/log.ts'

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ekran-region-'))
})
afterAll(() => rm(dir, { recursive: true }))

describe('the region', () => {
  it('has everybody inside without a file', async () => {
    const region = await openRegion({ prefixesPath: undefined, log: silentLog })
    expect(region.isInside('8.8.8.8')).toBe(true)
    expect(region.audienceOf('8.8.8.8')).toBe('inside')
    region.close()
  })

  it('[REGION-02] follows the file, and keeps the former list when the file becomes useless', async () => {
    const path = join(dir, 'prefixes.txt')
    await writeFile(path, '84.54.64.0/19\n')
    const region = await openRegion({ prefixesPath: path, log: silentLog })
    expect(region.isInside('84.54.70.1')).toBe(true)
    expect(region.isInside('91.188.128.1')).toBe(false)
    expect(region.isInside('not an address')).toBe(false)
    expect(region.isInside('127.0.0.1')).toBe(true)
    expect(await region.refresh()).toBe('unchanged')

    await writeFile(path, '91.188.128.0/19\n')
    expect(await region.refresh()).toBe('loaded')
    expect(region.audienceOf('84.54.70.1')).toBe('outside')
    expect(region.audienceOf('91.188.128.1')).toBe('inside')

    await writeFile(path, '<html>service unavailable</html>')
    expect(await region.refresh()).toBe('refused')
    await rm(path)
    expect(await region.refresh()).toBe('refused')
    expect(region.isInside('91.188.128.1')).toBe(true)
    region.close()
  })

  it('does not start on a list it was told to use and cannot', async () => {
    const log = silentLog
    await expect(openRegion({ prefixesPath: join(dir, 'nowhere.txt'), log })).rejects.toThrow('nowhere.txt')
    await writeFile(join(dir, 'empty.txt'), '# nothing\n')
    await expect(openRegion({ prefixesPath: join(dir, 'empty.txt'), log })).rejects.toThrow('no prefix')
  })
})
