import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { silentLog } from '#server/platform/log/log.ts'
import { followDemoCardGateway } from './take-cards.ts'

it('[PAY-06] another process follows the demo’s bank, and leaves a real gateway that is set meanwhile alone', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ekran-follow-'))
  const address = join(dataDir, 'demo-card-gateway.address')
  await writeFile(address, 'atmos+http://demo')
  const settings: { EKRAN_CARD_GATEWAY: string | undefined } = { EKRAN_CARD_GATEWAY: undefined }
  const uses: (string | undefined)[] = []
  const cards = { useGateway: (gateway: string | undefined) => void uses.push(gateway) }
  const stop = followDemoCardGateway({ settings, dataDir, log: silentLog }, cards, 5)
  onTestFinished(async () => {
    stop()
    await rm(dataDir, { recursive: true })
  })
  await expect.poll(() => uses).toEqual(['atmos+http://demo'])
  settings.EKRAN_CARD_GATEWAY = 'atmos+https://real'
  cards.useGateway(settings.EKRAN_CARD_GATEWAY)
  await rm(address)
  const { promise: looked, resolve } = Promise.withResolvers<void>()
  setTimeout(resolve, 100)
  await looked
  expect(uses).toEqual(['atmos+http://demo', 'atmos+https://real'])
  await writeFile(address, 'atmos+http://demo-2')
  settings.EKRAN_CARD_GATEWAY = undefined
  await expect.poll(() => uses.at(-1)).toBe('atmos+http://demo-2')
})
