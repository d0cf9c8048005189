/** Alarms in the console: the list, acts about one, mutes, and the rules. */
import { consoleAlarms as endpoints } from '#contract/console/alarms.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import {
  acknowledgeAlarm,
  addAlarmNote,
  type AlarmAuthor,
  listAlarms,
  listRules,
  loadAlarm,
  muteAlarm,
  muteChannel,
  unmuteAlarm,
  unmuteChannel,
} from '#server/alarms/alarms.ts'
import {
  bindConsole,
  type ConsoleCall,
  type ConsoleHandlers,
} from '#server/console/admission/bind-console.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { loadChannels } from '#server/television/television.ts'
import { presentAlarm, presentDetails } from './present-alarms.ts'
import { recordAlarm } from './record-alarm.ts'
import { type AlarmSettingsDeps, ruleHandlers, targetHandlers } from './setting-handlers.ts'

export function alarmEndpoints(deps: AlarmSettingsDeps): readonly BoundEndpoint[] {
  const handlers: ConsoleHandlers<typeof endpoints> = {
    ...alarmHandlers(deps),
    ...actHandlers(deps),
    ...channelHandlers(deps),
    ...ruleHandlers(deps),
    ...targetHandlers(deps),
  }
  return bindConsole('consoleAlarms', endpoints, handlers)
}

function authorOf({ staff }: ConsoleCall, { clock }: AlarmSettingsDeps): AlarmAuthor {
  return { name: staff.name, nowMs: clock.nowMs() }
}

function alarmHandlers({ db, clock }: AlarmSettingsDeps): ConsoleHandlers<typeof endpoints, 'list' | 'one'> {
  return {
    list: async ({ state, before, limit }) => {
      const options = { isOpen: state === 'open', beforeId: before, limit: limit + 1, nowMs: clock.nowMs() }
      const [alarms, rules] = await Promise.all([listAlarms(db, options), listRules(db)])
      return respond({
        alarms: alarms.slice(0, limit).map(presentAlarm),
        has_more: alarms.length > limit,
        has_rules: rules.some(({ isOn }) => isOn),
      })
    },
    one: async ({ alarm_id: alarmId }) => {
      const alarm = await loadAlarm(db, alarmId, clock.nowMs())
      return alarm === undefined ? reject('alarm_not_found') : respond(presentDetails(alarm))
    },
  }
}

function actHandlers(
  deps: AlarmSettingsDeps,
): ConsoleHandlers<typeof endpoints, 'acknowledge' | 'mute' | 'unmute' | 'note'> {
  const { db } = deps
  const done = async (
    isDone: boolean,
    call: ConsoleCall,
    event: string,
    { alarmId, after }: { readonly alarmId: number; readonly after?: Readonly<Record<string, unknown>> },
  ) => {
    if (!isDone) return reject('alarm_not_found')
    await recordAlarm(deps, call, event, { subject: `alarm ${alarmId}`, after })
    return respond({ alarm_id: alarmId })
  }
  return {
    acknowledge: async ({ alarm_id: alarmId }, call) =>
      done(await acknowledgeAlarm(db, alarmId, authorOf(call, deps)), call, 'alarm_acknowledged', {
        alarmId,
      }),
    mute: async ({ alarm_id: alarmId, minutes, reason }, call) =>
      done(await muteAlarm(db, alarmId, { minutes, reason }, authorOf(call, deps)), call, 'alarm_muted', {
        alarmId,
        after: { minutes, reason },
      }),
    unmute: async ({ alarm_id: alarmId }, call) =>
      done(await unmuteAlarm(db, alarmId), call, 'alarm_unmuted', { alarmId }),
    note: async ({ alarm_id: alarmId, text }, call) =>
      done(await addAlarmNote(db, alarmId, text, authorOf(call, deps)), call, 'alarm_noted', {
        alarmId,
        after: { text },
      }),
  }
}

function channelHandlers(
  deps: AlarmSettingsDeps,
): ConsoleHandlers<typeof endpoints, 'muteChannel' | 'unmuteChannel'> {
  const { db } = deps
  return {
    muteChannel: async ({ cid, minutes, reason }, call) => {
      if (!(await loadChannels(db)).some((channel) => channel.cid === cid)) return reject('channel_not_found')
      await muteChannel(db, cid, { minutes, reason }, authorOf(call, deps))
      await recordAlarm(deps, call, 'channel_muted', {
        subject: `channel ${cid}`,
        after: { minutes, reason },
      })
      return respond({ cid })
    },
    unmuteChannel: async ({ cid }, call) => {
      await unmuteChannel(db, cid)
      await recordAlarm(deps, call, 'channel_unmuted', { subject: `channel ${cid}` })
      return respond({ cid })
    },
  }
}
