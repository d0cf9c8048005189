/** Connects the receiver to this page: its session, its player, the server. */
import { accounts } from '#contract/accounts/accounts.ts'
import { tvLogin } from '#contract/accounts/tv-login.ts'
import { browserTimers } from '#player/dom/browser-timers.ts'
import type { PlaybackProblem } from '#player/core/state/playback-state.ts'
import { makeTexts } from '#web/i18n/texts.ts'
import { ru as castRu } from '#web/i18n/ru/television/casting.ts'
import { uz as castUz } from '#web/i18n/uz/television/casting.ts'
import { ru as playerRu } from '#web/i18n/ru/television/player.ts'
import { uz as playerUz } from '#web/i18n/uz/television/player.ts'
import { nowPlaying } from '#web/player/playback/now-playing.ts'
import { savePosition } from '#web/player/playback/saved-positions.ts'
import { followPlaying } from '#web/remote-control/follow-playing.ts'
import { runCommand } from '#web/remote-control/run-command.ts'
import { createReporter, stateOf } from '#web/remote-control/state-reporter.ts'
import { call } from '#web/session/requests/api.ts'
import { callAsDevice } from '#web/session/requests/call-as-device.ts'
import { newDeviceUid, session } from '#web/session/session.ts'
import type { ToSender } from '#web/player/casting/cast-messages.ts'
import { loadReceiver } from './google-receiver.ts'
import { Receiver } from './receiver.ts'

/** Where the page is, and how it goes elsewhere. */
export interface ReceiverPage {
  readonly place: () => { readonly pathname: string; readonly search: string }
  readonly go: (path: string) => void
  /** To the waiting screen. */
  readonly rest: () => void
}

const castTexts = makeTexts(castRu, castUz)
const playerTexts = makeTexts(playerRu, playerUz)
const deviceKey = 'ekran.castDevice'
const maxModel = 200

/** Loads the framework and lets senders connect. Rejects when it does not load. */
export async function startReceiver(page: ReceiverPage): Promise<void> {
  // Of a session that ended without notice, when the television was switched off.
  session.signOut()
  const context = await loadReceiver()
  let isOwnLogOut = false
  const deviceUid = thisDeviceUid()
  const device = callAsDevice(deviceUid)
  const receiver = new Receiver({
    context,
    timers: browserTimers,
    begin: (screen) => {
      const model = `${screen} (Google Cast)`.slice(0, maxModel)
      return device(tvLogin.begin, { device_uid: deviceUid, device_model: model, device_kind: 'tv' })
    },
    poll: (deviceCode) => device(tvLogin.poll, { device_code: deviceCode }),
    account: () => (session.get().token === null ? null : (session.get().abonement ?? '')),
    enter: ({ token, abonement }) => session.signIn({ token, abonement, deviceUid }),
    logOut: async () => {
      isOwnLogOut = true
      await logOut()
      isOwnLogOut = false
    },
    setLanguage: (language) => session.setLanguage(language),
    load: ({ path, resume }) => {
      // Stored on this device at once, where the player looks for it.
      if (resume !== null) void savePosition({ ...resume, isFinished: false })
      page.go(path)
    },
    run: (command) => {
      runCommand(command, {
        playing: nowPlaying.get,
        place: () => page.place().pathname + page.place().search,
        go: page.go,
        isAsking: () => false,
      })
    },
    rest: page.rest,
    state: () => stateMessage(page),
    noRoom: () => castTexts(session.get().language)('noRoom'),
  })
  follow(receiver, page)
  let wasLoggedIn = false
  session.subscribe(() => {
    const isLoggedIn = session.get().token !== null && session.get().sessionEndNotice === null
    // Ended elsewhere: by the viewer on the page of devices, or by the operator.
    if (wasLoggedIn && !isLoggedIn && !isOwnLogOut) void receiver.end()
    wasLoggedIn = isLoggedIn
  })
}

/** Reports what plays as a television reports it to phones, and problems at once. */
function follow(receiver: Receiver, page: ReceiverPage): void {
  let lastProblem = ''
  const reporter = createReporter({
    read: () => stateOf(page.place(), nowPlaying.get()),
    send: () => receiver.report(),
    nowMs: () => performance.now(),
  })
  followPlaying(() => {
    const { status } = nowPlaying.get()?.playback.state ?? { status: 'idle' }
    receiver.noteActivity(status === 'playing' || status === 'buffering' || status === 'loading')
    const { problem } = stateMessage(page)
    if (problem !== lastProblem) receiver.report()
    lastProblem = problem
    reporter.note()
  })
}

function stateMessage(page: ReceiverPage): Extract<ToSender, { kind: 'state' }> {
  const { pathname, search } = page.place()
  const playing = nowPlaying.get()
  return {
    kind: 'state',
    place: pathname + search,
    playing: stateOf({ pathname, search }, playing).playing,
    problem: problemText(playing?.playback.state.problem ?? null),
  }
}

function problemText(problem: PlaybackProblem | null): string {
  if (problem === null) return ''
  const t = playerTexts(session.get().language)
  if (problem.kind === 'refused') return problem.message
  return problem.kind === 'stopped' ? t('stopped.title') : t(`failure.${problem.failure}`)
}

/** The server ends the session first; removed here in any case, because nobody would try again. */
async function logOut(): Promise<void> {
  session.leaving(true)
  await call(accounts.logout, {})
  session.signOut()
}

/** The same at every start, so that a television that lost its power takes no second place among the devices. */
function thisDeviceUid(): string {
  try {
    const stored = localStorage.getItem(deviceKey) ?? newDeviceUid()
    localStorage.setItem(deviceKey, stored)
    return stored
  } catch {
    return newDeviceUid()
  }
}
