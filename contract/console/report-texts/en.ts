import type { ReportTexts } from './texts-form.ts'

export const en: ReportTexts = {
  reports: {
    subscribers: { name: 'Subscribers', how: 'Who has the service, and who joined, returned or left.' },
    revenue: { name: 'Revenue', how: 'What was charged, what was taken back of it, and how people paid.' },
    funnel: {
      name: 'Way to payment',
      how: 'How many came to the site, registered and paid for the first time, by utm.',
    },
    cohorts: {
      name: 'Cohorts',
      how: 'How many of those who joined in a month are still subscribers a month, two months and longer after.',
    },
    channels: {
      name: 'Channels',
      how: 'How much channels were watched and on what: live and from the archive.',
    },
    titles: { name: 'Films and series', how: 'How much films and series were watched and downloaded.' },
    rights: {
      name: 'Rights holders',
      how: 'Watching by category of channels and provider of films, and what is due by the price list.',
    },
    promotions: {
      name: 'Promotions',
      how: 'How often promotions were used, and what their users paid afterwards.',
    },
    quality: {
      name: 'Quality',
      how: 'How playing goes on devices, in networks and cities. The network and its city are those of the viewer’s address by the operator’s list; the address itself is not stored. Rows with fewer than ten viewers are added up.',
    },
    support: { name: 'Support', how: 'Complaints of viewers, and what the staff did for subscribers.' },
  },
  tables: {
    tariffs: 'Tariff',
    sources: 'Way of payment',
    dealers: 'Dealer',
    campaigns: 'Source / medium / campaign',
    cohorts: 'Month of joining',
    channels: 'Channel',
    titles: 'Film or series',
    rights_channels: 'Category of channels',
    rights_films: 'Provider of films',
    devices: 'Device',
    promotions: 'Promotion',
    quality: 'Device and kind',
    quality_networks: 'Network',
    quality_cities: 'City',
    quality_network_devices: 'Network and device',
    problems: 'Complaint about',
    staff: 'Member of staff',
  },
  sections: {
    tariffs: 'By tariff',
    sources: 'By way of payment',
    dealers: 'By dealer',
    campaigns: 'By utm',
    cohorts: 'By month of joining',
    channels: 'By channel',
    titles: 'By film and series',
    rights_channels: 'Channels by category',
    rights_films: 'Films by provider',
    devices: 'By device',
    promotions: 'By promotion, of all time',
    quality: 'By device and kind',
    quality_networks: 'By network',
    quality_cities: 'By city of the network',
    quality_network_devices: 'By network and device',
    problems: 'By complaint',
    staff: 'By member of staff',
  },
  measures: {
    active: {
      name: 'Active',
      how: 'Subscribers with a paid period at the last moment of the day who were charged at least once. Of a period: at the end of its last day. Test subscribers are not counted.',
    },
    trial: {
      name: 'On trial',
      how: 'Connected at the last moment of the day and never charged yet: a gift, a promotion or an import.',
    },
    suspended: {
      name: 'Suspended',
      how: 'The last period ended, no new one was paid, and no more than 30 days have passed; or the tariff is paused, however long.',
    },
    gone: {
      name: 'Gone before',
      how: 'Without a paid period for more than 30 days; a pause of the tariff is not among them.',
    },
    joined: {
      name: 'New',
      how: 'The first period began on this day, and the service was on at its end.',
    },
    returned: {
      name: 'Returned',
      how: 'The service was off the day before, is on at the end of the day, and it is not the first period. The end of a pause counts too.',
    },
    stopped: {
      name: 'Stopped',
      how: 'The service was on the day before and is off at the end of the day. Who returns and stops again counts twice. The beginning of a pause counts too.',
    },
    lost: {
      name: 'Lost',
      how: 'On this day 30 days without a paid period were over; days of a pause do not count.',
    },
    churn: {
      name: 'Churn',
      how: 'Those who stopped in the period, divided by those active or on trial at its beginning.',
    },
    revenue: {
      name: 'Revenue',
      how: 'Charges for the service without what was taken back, which counts on the day it was taken back. Test subscribers, gifts and top-ups are not revenue.',
    },
    charged: { name: 'Charged', how: 'Charges for the service from the balances of subscribers.' },
    reversed: {
      name: 'Taken back',
      how: 'Charges that were reversed, wholly or in part, on the day of the reversal.',
    },
    paid_in: {
      name: 'Payments',
      how: 'Top-ups of balances through payment systems, cards and cash of dealers, and what outside billing credited.',
    },
    paid_back: {
      name: 'Payments returned',
      how: 'Payments that went back to the payer, on the day they did.',
    },
    payments: {
      name: 'Number of payments',
      how: 'How many top-ups came through payment systems, cards and outside billing.',
    },
    visits: {
      name: 'Visits',
      how: 'Pages of the site opened from another site, a bookmark or by address, without moves inside the site. One person may come many times: people are not told apart. Old browsers and robots are not counted. 200 campaigns of a day are told apart, the rest are together.',
    },
    registrations: {
      name: 'Registrations',
      how: 'Those who registered themselves, on that day, by the campaign with which they came in the last 365 days. Those whom the staff added and those for trying are not counted.',
    },
    registered_share: {
      name: 'From visit to registration',
      how: 'Registrations divided by the visits of the same days.',
    },
    first_payments: {
      name: 'First payments',
      how: 'The first top-up of those who registered themselves, on the day of the payment, by the campaign of the registration.',
    },
    first_paid_share: {
      name: 'From registration to payment',
      how: 'First payments divided by the registrations of the same days: those who came earlier pay too.',
    },
    arpu: {
      name: 'ARPU for 30 days',
      how: 'Revenue divided by the average of active subscribers by day and by the number of days, times 30.',
    },
    cohort: { name: 'Joined', how: 'Subscribers whose first period began in this month.' },
    retained: {
      name: 'Stayed',
      how: 'The share of those who joined with a paid period at the end of the month that is so many months later. The running month: now.',
    },
    hours: {
      name: 'Hours watched',
      how: 'The time of open streams from the start to the last signal of the player, with pauses under a minute.',
    },
    live_hours: { name: 'Hours live', how: 'Hours of watching live.' },
    archive_hours: {
      name: 'Hours from the archive',
      how: 'Hours of watching past programmes and programmes from their start.',
    },
    film_hours: {
      name: 'Hours of films',
      how: 'Hours of watching films and episodes from the server. Downloads are not in it.',
    },
    viewers_day: {
      name: 'Viewers a day',
      how: 'Different subscribers who watched for a minute at least on a day, as the average of the days.',
    },
    viewers_month: {
      name: 'Viewers in the month',
      how: 'Different subscribers who watched for a minute at least on any day of the month. Only of a whole calendar month.',
    },
    hours_per_viewer: {
      name: 'Hours per viewer',
      how: 'Hours watched divided by the viewers of a day, on average.',
    },
    downloads: {
      name: 'Downloaded',
      how: 'Different subscribers who downloaded a film to a device on a day, added up over the days.',
    },
    share: { name: 'Share', how: 'The part of everything in this table in the period.' },
    due: {
      name: 'Due',
      how: 'By the price list: for a minute watched, for a viewer of a month (a viewer of two channels counts twice), or a share of the revenue times the share of the time watched.',
    },
    uses: { name: 'Uses', how: 'How many subscribers used the promotion.' },
    payers: { name: 'Paid afterwards', how: 'Of these, those who topped up afterwards.' },
    payer_share: { name: 'Share of payers', how: 'Those who paid afterwards, of those who used it.' },
    paid_after: {
      name: 'Amount paid afterwards',
      how: 'Their top-ups since the promotion, without what went back, until now.',
    },
    gifts: { name: 'Given', how: 'Money that the promotion itself added to balances.' },
    plays: {
      name: 'Plays',
      how: 'Videos opened, as players report. The reports have no names, so test subscribers cannot be left out.',
    },
    failed: { name: 'Failed', how: 'The share of plays after which the viewer saw an error.' },
    abandoned: { name: 'Abandoned', how: 'The share of plays that were left before the first picture.' },
    stalled: {
      name: 'Time waited',
      how: 'The share of time in which the picture stood still for lack of data.',
    },
    stalls_per_hour: {
      name: 'Stalls per hour',
      how: 'How often the picture stood still in an hour of playing.',
    },
    start_half: { name: 'Start, half', how: 'Within what time half of the plays have their first picture.' },
    start_most: {
      name: 'Start, 95\u00A0%',
      how: 'Within what time 95\u00A0% of the plays have their first picture; at most 20\u00A0s.',
    },
    complaints: { name: 'Complaints', how: 'Complaints of viewers that came in the period.' },
    closed: { name: 'Closed', how: 'Complaints that were closed in the period, whenever they came.' },
    acts: {
      name: 'Acts of the staff',
      how: 'Entries of the audit in the sections of subscribers, tariffs, payments and messages, with cards that were looked at.',
    },
  },
  devices: { tv: 'Television', phone: 'Phone', tablet: 'Tablet', computer: 'Computer', other: 'Other' },
  networks: {
    none: 'Addresses outside the list of networks',
    small: 'Networks with few viewers',
    rest: 'other devices',
    no_city: 'The network has no city',
    small_city: 'Cities with few viewers',
  },
  kinds: { live: 'live', archive: 'archive', film: 'films' },
  sources: {
    payme: 'Payme',
    click: 'Click',
    paynet: 'Paynet',
    uzum: 'Uzum Bank',
    atmos: 'Card (ATMOS)',
    demo: 'Demo',
    dealer: 'Dealers’ cash',
    external: 'Outside billing',
  },
  file: {
    figure: 'Figure',
    value: 'In the period',
    before: 'Before',
    how: 'How it is counted',
    day: 'Day',
    subscriber: 'Subscriber',
    name: 'Name',
    tariff: 'Tariff',
    source: 'Source',
    moment: 'Time',
    paidUntil: 'Paid until',
    amount: 'Amount, soʻm',
  },
  weekly: {
    subject: 'The week {from} — {to}',
    before: 'a week before {value}',
    more: 'More: {address}',
  },
}
