/** What reports count, and in what. The names and explanations are in `report-texts/`. */

/** `hours` and `milliseconds` are time; `percent` is of 100; `money` is soʻm. */
export type Unit = 'count' | 'money' | 'percent' | 'hours' | 'milliseconds'

/** By name, with the unit. */
export const measures = {
  active: 'count',
  trial: 'count',
  suspended: 'count',
  gone: 'count',
  joined: 'count',
  returned: 'count',
  stopped: 'count',
  lost: 'count',
  churn: 'percent',
  revenue: 'money',
  charged: 'money',
  reversed: 'money',
  paid_in: 'money',
  paid_back: 'money',
  payments: 'count',
  arpu: 'money',
  visits: 'count',
  registrations: 'count',
  registered_share: 'percent',
  first_payments: 'count',
  first_paid_share: 'percent',
  cohort: 'count',
  retained: 'percent',
  hours: 'hours',
  live_hours: 'hours',
  archive_hours: 'hours',
  film_hours: 'hours',
  viewers_day: 'count',
  viewers_month: 'count',
  hours_per_viewer: 'hours',
  downloads: 'count',
  share: 'percent',
  due: 'money',
  uses: 'count',
  payers: 'count',
  payer_share: 'percent',
  paid_after: 'money',
  gifts: 'money',
  plays: 'count',
  failed: 'percent',
  abandoned: 'percent',
  stalled: 'percent',
  stalls_per_hour: 'count',
  start_half: 'milliseconds',
  start_most: 'milliseconds',
  complaints: 'count',
  closed: 'count',
  acts: 'count',
} as const satisfies Record<string, Unit>
export type Measure = keyof typeof measures
export const measureNames = Object.keys(measures) as readonly Measure[] as readonly [Measure, ...Measure[]]

export const reportNames = [
  'subscribers',
  'revenue',
  'funnel',
  'cohorts',
  'channels',
  'titles',
  'rights',
  'promotions',
  'quality',
  'support',
] as const
export type ReportName = (typeof reportNames)[number]

/** The tables of reports, by what their rows are. */
export const reportTables = [
  'tariffs',
  'sources',
  'dealers',
  'campaigns',
  'cohorts',
  'channels',
  'titles',
  'rights_channels',
  'rights_films',
  'devices',
  'promotions',
  'quality',
  'quality_networks',
  'quality_cities',
  'quality_network_devices',
  'problems',
  'staff',
] as const
export type ReportTable = (typeof reportTables)[number]

/** Whose rows are stored with the numbers: subscribers in a state, and those who came and went. */
export const countedStates = [
  ...(['active', 'trial', 'suspended', 'joined', 'returned', 'stopped', 'lost'] as const),
] as const satisfies readonly Measure[]

/** Whose rows can be listed: the subscribers, charges or payments behind a number of one day. */
export const measuresWithRows = [
  ...countedStates,
  'charged',
  'reversed',
  'paid_in',
  'paid_back',
  'registrations',
  'first_payments',
] as const satisfies readonly Measure[]
export type MeasureWithRows = (typeof measuresWithRows)[number]

/** How a rights holder is paid. */
export const priceBases = ['minute', 'viewer', 'share'] as const
export type PriceBasis = (typeof priceBases)[number]
