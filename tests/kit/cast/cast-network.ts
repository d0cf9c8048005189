/**
 * A network with one Cast device, between real browsers: the doubles of Google's frameworks are served to the pages in
 * place of www.gstatic.com, under the page's own content policy, and everything they say goes through here.
 */
import type { Page } from 'playwright-core'
import { visit, type Visitor } from '#tests/kit/browser/visitor.ts'
import { receiverScript, type FromReceiver, type ToReceiverPage } from './receiver-double.ts'
import { senderScript, type FromSender, type ToSenderPage } from './sender-double.ts'

/** As a Chromecast of the third generation names itself, which the site recognises it by. */
const castUserAgent =
  'Mozilla/5.0 (X11; Linux armv7l) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/90.0.4430.225 Safari/537.36 ' +
  'CrKey/1.56.500000 DeviceType/Chromecast'

interface Sender {
  readonly id: string
  readonly page: Page
  isConnected: boolean
}

export class CastNetwork {
  readonly #baseUrl: string
  readonly #senders: Sender[] = []
  #receiver: Visitor | null = null
  /** All that an application was ever opened on. */
  readonly #devices: Visitor[] = []
  #namespaces: readonly string[] = []
  /** The names of the devices in the network. */
  devices: readonly string[] = ['Гостиная']
  /** The application that pages asked for, and the options of the receiver's start. */
  appId = ''
  startOptions: object = {}
  /** How often each script was loaded. */
  readonly loaded: string[] = []
  /** What the pages' content policies have refused. */
  readonly refusals: string[] = []
  /** Everything that was said, as sent. */
  readonly said: string[] = []
  /** How often a receiver has closed itself. */
  stops = 0
  #started: (() => void) | null = null

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  /** The page on the television. */
  get television(): Page {
    if (this.#receiver === null) throw new Error('no receiver is running')
    return this.#receiver.page
  }

  get isRunning(): boolean {
    return this.#receiver !== null
  }

  /** Lets a page cast: to be called before it is opened. */
  async addSender(page: Page): Promise<void> {
    const sender: Sender = { id: `sender-${this.#senders.length + 1}`, page, isConnected: false }
    this.#senders.push(sender)
    await this.#serve(page, 'cast_sender.js', senderScript())
    await page.exposeFunction('castBus', (message: FromSender) => this.#fromSender(sender, message))
    // Chromium without a window has neither.
    await page.addInitScript(() => {
      Object.assign(globalThis, { chrome: {}, PresentationRequest: () => undefined })
    })
  }

  /** Devices appear or go. */
  async setDevices(names: readonly string[]): Promise<void> {
    this.devices = names
    for (const { page } of this.#senders) await deliver(page, { kind: 'devices', names })
  }

  /** The television is switched off, or another application is started on it. */
  async shutDown(): Promise<void> {
    const receiver = this.#receiver
    if (receiver === null) return
    await deliver(receiver.page, { kind: 'shutdown' })
    await this.#close()
  }

  /** Ends what is still running. */
  async close(): Promise<void> {
    await this.#close()
    await Promise.all(this.#devices.splice(0).map((device) => device.leave()))
  }

  async #serve(page: Page, name: string, body: string): Promise<void> {
    await page.route('https://www.gstatic.com/**', (route) => {
      const file = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
      if (file !== name) return route.fulfill({ status: 404, body: '' })
      this.loaded.push(file)
      return route.fulfill({ contentType: 'text/javascript', body })
    })
    page.on('console', (line) => {
      if (/Content Security Policy/.test(line.text())) this.refusals.push(line.text())
    })
  }

  async #fromSender(sender: Sender, message: FromSender): Promise<string | null> {
    switch (message.kind) {
      case 'options': {
        this.appId = message.appId
        // The page was loaded again.
        if (sender.isConnected) await this.#disconnect(sender, 'unknown')
        await deliver(sender.page, { kind: 'devices', names: this.devices })
        const [name] = this.devices
        // A page of the same origin joins the session that is running.
        if (this.#receiver !== null && name !== undefined) {
          await this.#connect(sender)
          await deliver(sender.page, { kind: 'resumed', name })
        }
        return null
      }
      case 'request': {
        const [name] = this.devices
        if (name === undefined) return null
        if (this.#receiver === null) await this.#launch()
        await this.#connect(sender)
        return name
      }
      case 'message':
        if (!this.#namespaces.includes(message.namespace))
          throw new Error('the receiver has no such namespace')
        this.said.push(message.data)
        await deliver(this.television, { ...message, senderId: sender.id })
        return null
      case 'end':
        sender.isConnected = false
        if (this.#receiver === null) return null
        if (message.stops) await this.shutDown()
        else await this.#disconnect(sender, 'requested_by_sender')
        return null
    }
  }

  async #fromReceiver(message: FromReceiver): Promise<void> {
    switch (message.kind) {
      case 'start':
        this.#namespaces = message.namespaces
        this.startOptions = message.options
        return this.#started?.()
      case 'message':
        this.said.push(message.data)
        for (const { id, page, isConnected } of this.#senders)
          if (isConnected && (message.senderId === null || message.senderId === id))
            await deliver(page, { kind: 'message', namespace: message.namespace, data: message.data })
        return
      case 'stop':
        this.stops += 1
        await this.#close()
        for (const sender of this.#senders)
          if (sender.isConnected) {
            sender.isConnected = false
            await deliver(sender.page, { kind: 'ended' })
          }
    }
  }

  /** The device opens the page that is registered for the application. */
  async #launch(): Promise<void> {
    const screen = { name: 'television', width: 1280, height: 720, userAgent: castUserAgent }
    const receiver = await visit(this.#baseUrl, screen)
    this.#receiver = receiver
    this.#devices.push(receiver)
    await this.#serve(receiver.page, 'cast_receiver_framework.js', receiverScript())
    await receiver.page.exposeFunction('castBus', (message: FromReceiver) => this.#fromReceiver(message))
    const started = new Promise<void>((resolve) => (this.#started = resolve))
    // Engines of Cast devices are older than the default build: the page then takes the other one.
    await receiver.page.addInitScript(() => Reflect.deleteProperty(String.prototype, 'isWellFormed'))
    await receiver.page.goto('/cast')
    await started
  }

  async #connect(sender: Sender): Promise<void> {
    if (sender.isConnected) return
    sender.isConnected = true
    await deliver(this.television, { kind: 'connected', senderId: sender.id })
  }

  async #disconnect(sender: Sender, reason: string): Promise<void> {
    sender.isConnected = false
    if (this.#receiver === null) return
    await deliver(this.#receiver.page, { kind: 'disconnected', senderId: sender.id, reason })
  }

  /** Closes the application. The device's browser runs on, and sends what the page has just requested. */
  async #close(): Promise<void> {
    const receiver = this.#receiver
    this.#receiver = null
    await receiver?.page.close()
  }
}

/** A page that is being left or has gone hears nothing. */
async function deliver(page: Page, message: ToSenderPage | ToReceiverPage): Promise<void> {
  await page
    .evaluate((sent) => {
      const { castDeliver } = globalThis as unknown as { castDeliver?: (message: object) => void }
      castDeliver?.(sent)
    }, message)
    .catch(() => undefined)
}
