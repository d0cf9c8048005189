/** A viewer of a product without content: with a tariff that costs nothing and contains its channels. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runCommand } from './command-line.ts'
import { fetchData } from './on-air.ts'

const password = 'chinor soyasida suhbat'

const freeTariff = {
  ...{ id: 70, name: { ru: 'Бесплатный', uz: 'Bepul', en: 'Free' }, kind: 'base', price: 0, offered: true },
  ...{ recommended: false, streams: 3, channels: ['category Общие'], providers: [] },
  periods: [
    {
      ...{ id: 701, days: 30, price: 0 },
      name: { ru: '1 месяц', uz: '1 oy', en: '1 month' },
      period: { ru: '30 дней', uz: '30 kun', en: '30 days' },
    },
  ],
}

interface Place {
  readonly url: string
  readonly dataDir: string
}

/** After the channels: the tariff gets those that are there, and what imports add later. */
export async function loadFreeTariff({ dataDir }: Pick<Place, 'dataDir'>): Promise<void> {
  const path = join(dataDir, 'free-tariff.json')
  await writeFile(path, JSON.stringify({ tariffs: [freeTariff] }))
  const { code, errors } = await runCommand(['tariffs', 'put', path], '', dataDir)
  await rm(path)
  expect(code, errors).toBe(0)
}

/** Adds an account at the command line, logs it in, and subscribes it to the free tariff. */
export async function addFreeViewer(
  { url, dataDir }: Place,
  abonement: string,
): Promise<{ readonly token: string; /** Makes a page start logged in. */ readonly storeScript: string }> {
  const words = ['accounts', 'add', '--abonement', abonement, '--ask-password']
  const { code, errors } = await runCommand(words, `${password}\n`, dataDir)
  expect(code, errors).toBe(0)
  const device = { device_uid: `viewer-${abonement}`, device_model: 'test' }
  const login = await fetchData<{ authkey: string }>(url, '/middleware/login', null, {
    ...{ abonement, password },
    ...device,
  })
  expect(login).toMatchObject({ isGood: true })
  const { authkey: token } = login.data
  const order = { tariff_id: '70', period_id: '701' }
  expect(await fetchData(url, '/middleware/customer/tariff/subscribe', token, order)).toMatchObject({
    isGood: true,
  })
  const stored = { check2: '1', token, abonement, device_uid: device.device_uid }
  const storeScript = Object.entries(stored)
    .map(([key, value]) => `localStorage.setItem(${JSON.stringify(key)},${JSON.stringify(value)})`)
    .join(';')
  return { token, storeScript }
}
