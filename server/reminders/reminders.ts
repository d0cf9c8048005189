/** The public API of reminders: programmes that a viewer does not want to miss. */
export { type Reminder, type Reminders, openReminders } from './open-reminders.ts'
export { placeReminders, type StoredProgramme } from './place-reminders.ts'
export { forgetRemindersOf, forgetRemindersOfProfile, maxReminders } from './reminder-rows.ts'
export { isSameShow, type ShowName, showNameOf, similarityOf, splitTitle } from './show-name.ts'
export { reminderWorkers } from './reminder-workers.ts'
