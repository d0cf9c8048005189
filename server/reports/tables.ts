/**
 * The tables of the reports module (`db/migrations/0087-reports.sql`, `0095-report-day-whole.sql`, `0104-dealers.sql`, `0106-report-standings.sql`, `0112-cities.sql`, `0114-play-counts.sql`): sums of days in Tashkent (`YYYY-MM-DD`). Written
 * and read by SQL of this module alone. Money is whole tiyin.
 */
export interface ReportTables {
  report_day: ComputedDayTable
  report_progress: ProgressTable
  report_subscribers_day: SubscribersDayTable
  report_standing: StandingTable
  report_movement: MovementTable
  report_standing_month: StandingMonthTable
  report_money_day: MoneyDayTable
  report_dealer_day: DealerDayTable
  report_visit_day: VisitDayTable
  report_funnel_day: FunnelDayTable
  report_watch_fact: WatchFactTable
  report_watch_day: WatchDayTable
  report_watch_month: WatchMonthTable
  report_device_day: DeviceDayTable
  report_quality_day: QualityDayTable
  report_network_day: NetworkDayTable
  report_support_day: SupportDayTable
  report_cohort: CohortTable
  report_promotion: PromotionSumsTable
  report_price: RightsPriceTable
  report_weekly: WeeklyTable
}

interface ComputedDayTable {
  day: string
  computed_at: Date
  /** When all of it was computed; null while only its money and watching were. */
  whole_at: Date | null
}

interface ProgressTable {
  name: string
  value: number
}

interface SubscribersDayTable {
  day: string
  tariff_id: number
  active: number
  trial: number
  suspended: number
  gone: number
  joined: number
  returned: number
  stopped: number
  lost: number
}

interface StandingTable {
  state: string
  account_id: number
  from_day: string
  until_day: string
  tariff_id: number
}

interface MovementTable {
  day: string
  kind: string
  account_id: number
  tariff_id: number
}

interface StandingMonthTable {
  month: string
  last_day: string
  computed_at: Date
}

interface MoneyDayTable {
  day: string
  kind: string
  against: string
  source: string
  tariff_id: number
  amount_tiyin: number
  entries: number
}

interface DealerDayTable {
  day: string
  dealer_id: number
  charged_tiyin: number
  reversed_tiyin: number
  paid_in_tiyin: number
  paid_back_tiyin: number
  payments: number
}

interface VisitDayTable {
  day: string
  source: string
  medium: string
  campaign: string
  visits: number
}

interface FunnelDayTable {
  day: string
  source: string
  medium: string
  campaign: string
  visits: number
  registrations: number
  first_payments: number
}

interface WatchFactTable {
  day: string
  account_id: number
  kind: string
  item: number
  device: string
  seconds: number
}

interface WatchDayTable {
  day: string
  kind: string
  item: number
  seconds: number
  viewers: number
}

interface WatchMonthTable {
  month: string
  kind: string
  item: number
  viewers: number
}

interface DeviceDayTable {
  day: string
  device: string
  kind: string
  seconds: number
  viewers: number
}

interface QualityDayTable {
  day: string
  device: string
  kind: string
  plays: number
  abandoned: number
  failures: number
  played_ms: number
  stalls: number
  stalled_ms: number
  starts: number
}

interface NetworkDayTable {
  day: string
  device: string
  network: string
  city_id: number
  plays: number
  abandoned: number
  failures: number
  played_ms: number
  stalls: number
  stalled_ms: number
  starts: number
  viewer_bits: string
}

interface SupportDayTable {
  day: string
  kind: string
  subject: number
  amount: number
}

interface CohortTable {
  joined_month: string
  month: string
  accounts: number
  active: number
}

interface PromotionSumsTable {
  promotion_id: number
  uses: number
  payers: number
  paid_tiyin: number
  gift_tiyin: number
}

interface RightsPriceTable {
  kind: string
  owner_id: number
  basis: string
  rate: number
}

interface WeeklyTable {
  target_id: number
  sent_week: string | null
}

declare module '#server/platform/database/schema.ts' {
  interface Database extends ReportTables {}
}
