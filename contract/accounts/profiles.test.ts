/** Every endpoint that needs a viewer says whether a child's profile may call it. */
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/form/endpoint.ts'

const all: readonly (readonly [name: string, endpoint: Endpoint])[] = Object.entries(api).flatMap(
  ([subject, endpoints]) =>
    Object.entries(endpoints).map(([name, one]) => [`${subject}.${name}`, one] as const),
)

/**
 * What a child's profile may call: watching, and what is the profile's own. A new endpoint for viewers stands here, or is
 * `forAdults` or `spends`: one that shows or changes the account or its money does not stand here.
 */
const forChildrenToo = new Set([
  // The session of the device itself, and what the page needs of the account.
  ...['accounts.info', 'sessions.customerLogin', 'accountCity.show', 'messagePreferences.show'],
  ...['pushDevices.webKey', 'pushDevices.register', 'pushDevices.remove', 'commands.take', 'commands.done'],
  // A television takes the profile of the device that lets it in.
  ...['tvLogin.look', 'tvLogin.decide'],
  ...['profiles.list', 'profiles.choose', 'profiles.open', 'profiles.setPin'],
  ...['subscriptions.tariffs', 'subscriptions.list', 'promotions.offers'],
  ...['channels.list', 'channels.categories', 'films.list', 'films.detail'],
  ...['viewing.favourites', 'viewing.settingsSet', 'viewing.settingsSave', 'viewing.ratingSet'],
  ...['viewing.positionSet', 'viewing.positions', 'viewing.viewing', 'viewing.hide', 'viewing.viewed'],
  ...['viewing.forget', 'notifications.readAll', 'notifications.wait'],
  ...['reminders.list', 'reminders.add', 'reminders.remove', 'reminders.settings'],
  ...['followed.list', 'followed.add', 'followed.remove', 'followed.settings', 'followed.seen'],
  ...['recordings.list', 'recordings.url', 'recordings.position'],
  ...['streams.list', 'supportView.state'],
  ...['downloads.options', 'downloads.begin', 'downloads.renew', 'downloads.remove'],
  ...['remoteControl.commands', 'remoteControl.report', 'remoteControl.decide', 'remoteControl.televisions'],
  ...['remoteControl.send', 'remoteControl.consents', 'remoteControl.revoke'],
])

describe('[PROF-02] an endpoint for viewers', () => {
  const forViewers = all.filter(([, one]) => one.access === 'viewer')

  it('is for adults, or says by its name here that children may call it', () => {
    const open = forViewers.filter(([, one]) => one.forAdults !== true && one.spends === undefined)
    expect(open.map(([name]) => name).toSorted()).toEqual([...forChildrenToo].toSorted())
  })

  it.each(forViewers.filter(([, one]) => one.forAdults === true || one.spends !== undefined))(
    '%s declares what it refuses',
    (_name, { failures, spends, input }) => {
      expect(failures).toContain('not_in_this_profile')
      if (spends !== undefined) expect(failures).toContain('pin_needed')
      if (typeof spends === 'object')
        expect(Object.keys((input as { shape?: object }).shape ?? {})).toContain(spends.when)
    },
  )

  it('[PROF-03] that spends money needs the PIN where purchases need it', () => {
    const spending = forViewers.filter(([, one]) => one.spends !== undefined).map(([name]) => name)
    expect(spending.toSorted()).toEqual(
      [
        ...['subscriptions.subscribe', 'subscriptions.autoRenew'],
        ...['cards.makeOrder', 'cards.fillBalance', 'cards.activateTariff', 'cards.setAutoPay'],
      ].toSorted(),
    )
  })
})
