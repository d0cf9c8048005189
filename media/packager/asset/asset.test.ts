import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { makeAsset } from '#tests/kit/builders/asset.ts'
import { parseAsset, readAsset, serializeAsset, writeAsset } from './asset.ts'

const dir = mkdtempSync(join(tmpdir(), 'ekran-asset-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('the description of an asset', () => {
  it('is read back as it was written: offsets and starts follow from sizes and durations', () => {
    const asset = makeAsset('film', 30, 1.04)
    expect(parseAsset(serializeAsset(asset))).toEqual(asset)
  })

  it('stores three numbers less per segment than the values it describes', () => {
    const asset = makeAsset('film', 500, 1.04)
    expect(serializeAsset(asset).length).toBeLessThan(JSON.stringify(asset).length / 3)
  })

  it.each(['', 'null', '{}', '{"format":2,"video":[]}', '{"format":', '[1]'])(
    '%j is not a description',
    (text) => {
      expect(parseAsset(text)).toBeUndefined()
    },
  )

  it('is undefined when there is no folder', async () => {
    expect(await readAsset(join(dir, 'missing'))).toBeUndefined()
  })

  it('is replaced as a whole, without leftover files', async () => {
    const asset = makeAsset('film', 3, 1)
    await writeAsset(dir, asset)
    await writeAsset(dir, { ...asset, version: 2 })
    expect(await readAsset(dir)).toEqual({ ...asset, version: 2 })
    expect(readdirSync(dir)).toEqual(['asset.json'])
  })

  it('of another format is ignored, and the file stays', async () => {
    writeFileSync(join(dir, 'asset.json'), '{"format":9}')
    expect(await readAsset(dir)).toBeUndefined()
    expect(readdirSync(dir)).toEqual(['asset.json'])
  })
})
