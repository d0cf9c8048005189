/**
 * A visitor becomes a subscriber, fills the account with devices, forgets and changes the password and is blocked: in a
 * real browser, with the codes the demo's SMS centre received over SMPP.
 */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { deviceHeader, deviceLimit, utmCookieSec } from '#contract/form/constants.ts'
import { operate } from '#tests/kit/product/command-line.ts'
import { smsCentreAt } from '#tests/kit/emulators/sms-centre.ts'
import { screens, visit, type Visitor } from '#tests/kit/browser/visitor.ts'

const [desktop] = screens
const phone = '+998907654321'
const first = { password: 'bodom gulladi 7' }
const second = { password: 'yomgʻirdan keyin 8' }
const third = { password: 'choy damlandi 9' }
/** A separate network: requests of other tests from this machine do not count here. */
const homeNetwork = { 'x-forwarded-for': '198.51.100.17' }

let visitor: Visitor
let abonement = ''
beforeAll(async () => {
  if (desktop === undefined) throw new Error('there is no desktop screen')
  visitor = await visit(inject('product').url, desktop)
  await visitor.page.context().setExtraHTTPHeaders(homeNetwork)
})
afterAll(() => visitor.leave())

function centre() {
  return smsCentreAt(inject('product').smsCentreUrl)
}

async function newestSeq() {
  return (await centre().messages()).at(0)?.seq ?? 0
}

function button(name: string | RegExp) {
  return visitor.page.locator('main').getByRole('button', { name })
}

/** Logs another device of the account in, as an application would. */
async function enterWith(uid: string, password: string) {
  const response = await fetch(`${inject('product').url}/middleware/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [deviceHeader]: uid, ...homeNetwork },
    body: JSON.stringify({
      abonement,
      password,
      device_uid: uid,
      device_model: `Set ${uid}`,
      device_kind: 'tv',
    }),
  })
  const answer = (await response.json()) as { failure?: string; data?: { authkey?: string } }
  return { status: response.status, failure: answer.failure, token: answer.data?.authkey ?? '' }
}

async function statusOf(uid: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, [deviceHeader]: uid }
  const response = await fetch(`${inject('product').url}/middleware/account/status`, { headers })
  return ((await response.json()) as { data: { status: number } }).data.status
}

/** Types the code of the newest message after `seq`. */
async function enterCode(seq: number): Promise<void> {
  const code = await centre().latestCode(phone, { afterSeq: seq })
  await visitor.page.getByLabel('Код из шести цифр').fill(code)
}

describe('a new visitor', () => {
  it('[ACC-13] keeps the campaign of the first visit for a year', async () => {
    const { page } = visitor
    await page.goto('/tv?utm_source=poster&utm_medium=street&utm_campaign=navroz')
    // The code that stores it is loaded only then.
    const campaign = async () =>
      (await page.context().cookies()).find(({ name }) => name === 'utm_campaign')?.value
    await expect.poll(campaign, { timeout: 30_000 }).toBe('navroz')
    const cookies = await page.context().cookies()
    const source = cookies.find(({ name }) => name === 'utm_source')
    const days = ((source?.expires ?? 0) - Date.now() / 1000) / 86_400
    expect(Math.round(days)).toBe(utmCookieSec / 86_400)
  })

  it('[ACC-02] [ACC-04] requests a code with a phone in any notation, and must accept the terms', async () => {
    const { page } = visitor
    await page.goto('/cabinet')
    await page.waitForURL('**/login')
    await page.getByRole('link', { name: 'Зарегистрироваться' }).click()
    await page.getByLabel('Мобильный телефон').fill('8 71 200-11-22')
    await button('Получить код').click()
    await page.getByText('Чтобы продолжить, примите условия').waitFor()
    await page.getByRole('checkbox').check()
    await page.getByLabel('Мобильный телефон').fill('90 765 43 21')
    expect(await page.getByLabel('Мобильный телефон').inputValue()).toBe('+998 90 765-43-21')
    const seq = await newestSeq()
    await button('Получить код').click()
    await page.getByText('Новый код можно запросить через').waitFor()
    const code = await centre().latestCode(phone, { afterSeq: seq })
    const wrong = code.replace(/^./, (digit) => String((Number(digit) + 1) % 10))
    await page.getByLabel('Код из шести цифр').fill(wrong)
    await page.getByText('Неверный код. Осталось попыток: 4').waitFor()
    await page.getByLabel('Код из шести цифр').fill(code)
    await page.getByRole('heading', { name: 'Придумайте пароль' }).waitFor()
  })

  it('[ACC-02] [ACC-14] chooses a password that is not easily guessed, and is logged in', async () => {
    const { page } = visitor
    const password = page.locator('input[name=password]')
    await password.fill('12345678')
    await button('Создать аккаунт').click()
    await page.getByRole('alert').first().waitFor()
    await password.fill(first.password)
    await button('Создать аккаунт').click()
    await page.getByRole('heading', { name: 'Добро пожаловать!' }).waitFor()
    abonement = (await page.evaluate(() => localStorage.getItem('abonement'))) ?? ''
    expect(abonement).toMatch(/^\d{6,12}$/)
    await button('Начать смотреть').click()
    await page.locator('main a[href*="/movie/"]').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    await page.goto('/cabinet')
    await page.getByText(abonement).first().waitFor()
  })
})

describe('a family', () => {
  const others = ['kitchen', 'hall', 'child', 'guest']
  const tokens = new Map<string, string>()

  it('[ACC-09] logs in on five devices, and the sixth sees the list of the five', async () => {
    for (const uid of others) tokens.set(uid, (await enterWith(uid, first.password)).token)
    expect([...tokens.values()].every((token) => token.length > 20)).toBe(true)
    expect(await enterWith('sixth', first.password)).toMatchObject({ status: 200, failure: 'device_limit' })
    await visitor.page.goto('/cabinet/devices')
    await expect.poll(() => button(/^(Отключить|Выйти)/).count()).toBeGreaterThanOrEqual(deviceLimit)
  })

  it('[ACC-09] a sixth browser removes a device during the login, and only that device is logged out', async () => {
    if (desktop === undefined) throw new Error('there is no desktop screen')
    const sixth = await visit(inject('product').url, desktop)
    try {
      const { page } = sixth
      await page.context().setExtraHTTPHeaders(homeNetwork)
      await page.goto('/login')
      await page.getByLabel('Телефон или абонентский номер').fill(phone)
      await page.locator('input[name=password]').fill(first.password)
      await page.locator('main').getByRole('button', { name: 'Войти', exact: true }).click()
      await page.getByRole('heading', { name: 'Все места заняты' }).waitFor()
      expect(await page.getByRole('button', { name: /^Отключить: / }).count()).toBe(deviceLimit)
      await page.getByRole('listitem').filter({ hasText: 'kitchen' }).getByRole('button').click()
      await page.waitForURL('**/cabinet')
      expect(sixth.problems).toEqual([])
    } finally {
      await sixth.leave()
    }
    const states = await Promise.all(others.map((uid) => statusOf(uid, tokens.get(uid) ?? '')))
    expect(states).toEqual([1, 0, 0, 0])
  })

  it('[ACC-05] a token stolen without its device is rejected', async () => {
    const stolen = tokens.get('hall') ?? ''
    expect(await statusOf('the thief', stolen)).toBe(1)
    expect(await statusOf('hall', stolen)).toBe(0)
  })

  it('[CAB-03] sees the rules of a new password beside its three fields, ticked off as they are met', async () => {
    const { page } = visitor
    await page.goto('/password')
    const field = (name: 'old' | 'password' | 'repeat') => page.locator(`input[name=${name}]`)
    const rules = {
      length: 'Не короче 8 символов',
      guess: 'Не из распространённых, не телефон и не имя',
      different: 'Отличается от прежнего',
      same: 'Введён дважды одинаково',
    }
    const isReported = (rule: keyof typeof rules, state: 'выполнено' | 'пока нет') =>
      page
        .getByRole('listitem')
        .filter({ hasText: `${rules[rule]}: ${state}` })
        .waitFor()
    for (const rule of ['length', 'guess', 'different', 'same'] as const) await isReported(rule, 'пока нет')

    await field('old').fill(first.password)
    await field('password').fill('12345678')
    await field('repeat').fill('12345679')
    for (const rule of ['length', 'different'] as const) await isReported(rule, 'выполнено')
    for (const rule of ['guess', 'same'] as const) await isReported(rule, 'пока нет')
    await button('Сменить пароль').click()
    await page.getByText('Пароли не совпадают').waitFor()

    // A common password is rejected by the server too, and nothing is changed.
    await field('repeat').fill('12345678')
    await isReported('same', 'выполнено')
    await button('Сменить пароль').click()
    await page.getByText('Такой пароль легко подобрать').waitFor()

    await field('password').fill(second.password)
    await field('repeat').fill(second.password)
    await field('old').fill('not the one of before')
    await isReported('guess', 'выполнено')
    await button('Сменить пароль').click()
    await page.locator('input[name=old][aria-invalid=true]').waitFor()
    expect(await statusOf('hall', tokens.get('hall') ?? '')).toBe(0)
  })

  it('[ACC-03] [CAB-03] changes the password: other devices are logged out, this browser stays', async () => {
    const { page } = visitor
    await page.goto('/password')
    await page.locator('input[autocomplete=current-password]').fill(first.password)
    for (const field of await page.locator('input[autocomplete=new-password]').all())
      await field.fill(second.password)
    await button('Сменить пароль').click()
    await page.getByText('Пароль изменён').first().waitFor()
    const states = await Promise.all(others.map((uid) => statusOf(uid, tokens.get(uid) ?? '')))
    expect(states).toEqual([1, 1, 1, 1])
    await page.goto('/cabinet')
    await page.getByText(abonement).first().waitFor()
    expect((await enterWith('hall', first.password)).failure).toBe('wrong_credentials')
  })
})

describe('a viewer who forgot the password', () => {
  it('[ACC-03] sets a new one with a code, and is logged in', async () => {
    const { page } = visitor
    await page.goto('/cabinet')
    await button('Выйти').first().click()
    // Home is reloading meanwhile, and a page that is being left gets no responses.
    const stored = () => page.evaluate(() => localStorage.getItem('token')).catch(() => 'the page is going')
    await expect.poll(stored).toBeNull()
    await page.waitForLoadState('networkidle')
    await page.goto('/login')
    await page.getByRole('link', { name: 'Забыли пароль?' }).click()
    await page.getByLabel('Мобильный телефон').fill(phone)
    const seq = await newestSeq()
    await button('Получить код').click()
    await enterCode(seq)
    await page.locator('input[name=password]').fill(third.password)
    await button('Сохранить и войти').click()
    await page.waitForURL('**/cabinet')
    expect((await enterWith('hall', second.password)).failure).toBe('wrong_credentials')
  })
})

describe('a viewer whose password is being guessed', () => {
  /** More wrong passwords than a name may have in an hour, from more networks than could be blocked one by one. */
  async function besiege(): Promise<void> {
    const guess = async (index: number) => {
      const response = await fetch(`${inject('product').url}/middleware/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${index % 100}` },
        body: JSON.stringify({ phone_number: phone, password: 'a guess', device_uid: 'a stranger' }),
      })
      return ((await response.json()) as { failure?: string }).failure
    }
    const answers: unknown[] = []
    // 200 count; a guess that a busy server did not look at counts for nothing.
    for (let at = 0; at < 396 && answers.at(-1) !== 'login_code_needed'; at += 12)
      answers.push(...(await Promise.all(Array.from({ length: 12 }, (_, i) => guess(at + i)))))
    expect(answers.length).toBeGreaterThanOrEqual(200)
    expect(answers.at(-1)).toBe('login_code_needed')
  }

  it('[ACC-14] logs in from a new network with the password and a code, without typing the password again', async () => {
    if (desktop === undefined) throw new Error('there is no desktop screen')
    await besiege()
    const elsewhere = await visit(inject('product').url, desktop)
    try {
      const { page } = elsewhere
      await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.99' })
      await page.goto('/login')
      await page.getByLabel('Телефон или абонентский номер').fill(phone)
      await page.locator('input[name=password]').fill(third.password)
      await page.locator('main').getByRole('button', { name: 'Войти', exact: true }).click()
      await page.getByRole('link', { name: 'Подтвердить кодом' }).click()
      await page.getByRole('heading', { name: 'Подтверждение входа' }).waitFor()
      const seq = await newestSeq()
      await page.locator('main').getByRole('button', { name: 'Получить код' }).click()
      const code = await centre().latestCode(phone, { afterSeq: seq })
      await page.getByLabel('Код из шести цифр').fill(code)
      await page.waitForURL('**/cabinet')
      expect(elsewhere.problems).toEqual([])
    } finally {
      await elsewhere.leave()
    }
  })
})

describe('a blocked account', () => {
  it('[ACC-11] sees a message on the next page, and at a login, and can log in once it is unblocked', async () => {
    const { page } = visitor
    await operate('accounts', 'block', abonement)
    await page.goto('/tv')
    await page.getByRole('heading', { name: 'Аккаунт заблокирован' }).waitFor()
    expect((await enterWith('hall', third.password)).failure).toBe('account_blocked')
    await operate('accounts', 'unblock', abonement)
    expect((await enterWith('hall', third.password)).failure).toBeUndefined()
  })

  it('[ACC-14] leaves an audit record of all this without a secret in it', async () => {
    const record = await operate('audit', 'list', '--account', abonement)
    for (const event of ['registered', 'device_removed', 'password_changed', 'password_reset'])
      expect(record).toContain(event)
    for (const { password } of [first, second, third]) expect(record).not.toContain(password)
    expect(await operate('audit', 'check')).toMatch(/\d/)
  })

  it('caused no script error and no server failure', () => {
    expect(visitor.problems).toEqual([])
  })
})
