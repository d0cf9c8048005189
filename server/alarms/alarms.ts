/** The public API of alarms. */
export { alarmKinds, type AlarmKind } from './problems/kinds.ts'
export { keepAlarming } from './watch/keep-alarming.ts'
export { deliver, sendText, type SendingTools } from './delivery/deliver.ts'
export type { MessageText } from './delivery/message-text.ts'
export { deliveryWorkers } from './delivery/delivery-job.ts'
export { postEmail } from './delivery/send-email.ts'
export { postJson, postProblem } from './delivery/post-json.ts'
export { queueTest } from './delivery/delivery-queue.ts'
export {
  acknowledgeAlarm,
  addAlarmNote,
  type AlarmAuthor,
  muteAlarm,
  muteChannel,
  unmuteAlarm,
  unmuteChannel,
} from './staff/act-on-alarms.ts'
export { listRules, removeRule, type RuleFields, saveRule, type StaffRule } from './staff/edit-rules.ts'
export {
  listTargets,
  removeTarget,
  saveTarget,
  type StaffTarget,
  type TargetFields,
  targetKinds,
} from './staff/edit-targets.ts'
export {
  type AlarmDetails,
  alarmsOfChannels,
  type ChannelAlarm,
  type Delivery,
  listAlarms,
  listDeliveries,
  type ListedAlarm,
  loadAlarm,
} from './staff/list-alarms.ts'
export { alarmSeal } from './staff/alarm-seal.ts'
