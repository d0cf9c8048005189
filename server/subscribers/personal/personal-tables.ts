/** What is stored of a person, table by table: what of it is given out, and what becomes of it when it is erased. */
import { type RawBuilder, sql } from 'kysely'

/** Whose rows are meant. */
export interface Person {
  readonly accountId: number
  /** The same, and those that were merged into it. */
  readonly accountIds: readonly number[]
  /** Each `+998` and nine digits. */
  readonly phones: readonly string[]
  readonly names: readonly string[]
  readonly abonement: string
}

/**
 * For how long rows are stored. `account`: until the person is erased. `accounting`: for the years that the law demands of
 * documents about money. `short`: for minutes or days, as they are needed.
 */
export const storageTerms = ['account', 'accounting', 'audit', 'days45', 'days30', 'short'] as const
export type StorageTerm = (typeof storageTerms)[number]

/** `delete`: the rows go. `stay`: they stay as they are, and name nobody. Else these columns are emptied. */
type Erasure = 'delete' | 'stay' | Readonly<Record<string, RawBuilder<unknown>>>

export interface PersonalTable {
  readonly table: string
  /** The columns that are given out, in order, and those that are not. */
  readonly columns: readonly string[]
  readonly hidden: readonly string[]
  readonly term: StorageTerm
  readonly erasure: Erasure
  /** The rows of a person, in an order in which each has its place. */
  readonly rows: (person: Person) => RawBuilder<unknown>
  readonly order: string
}

const words = (text: string) => text.split(' ').filter((word) => word !== '')
const idsOf = ({ accountIds }: Person) => sql`any(${accountIds}::integer[])`
const ofAccount = (person: Person) => sql`account_id = ${idsOf(person)}`
const inDevices = (person: Person) =>
  sql`session_id in (select session_id from session where account_id = ${idsOf(person)})`
const ofPhone = ({ phones }: Person) => sql`phone = any(${phones}::text[])`
const ofSubscriptions = (person: Person) =>
  sql`subscription_id in (select subscription_id from subscription where account_id = ${idsOf(person)})`

interface More {
  readonly hidden?: string
  readonly order: string
  readonly term?: StorageTerm
  readonly erasure?: Erasure
  readonly rows?: PersonalTable['rows']
}

/** Numbers of rows and of the account itself say nothing about a person. */
function personal(table: string, columns: string, more: More): PersonalTable {
  const { hidden = '', order, term = 'account', erasure = 'delete', rows = ofAccount } = more
  return { table, columns: words(columns), hidden: words(hidden), order, term, erasure, rows }
}

const emptied = sql`'—'`
const nothing = sql`''`

/** In the order in which they are erased and given out. */
export const personalTables: readonly PersonalTable[] = [
  personal('account', 'abonement phone name state created_at password_changed_at', {
    ...{ hidden: 'account_id password_hash is_test erased_at merged_into service_id', order: 'account_id' },
    erasure: { phone: sql`null`, name: nothing, state: sql`'deactivated'` },
  }),
  personal(
    'registration',
    'registered_at way unverified_phone promo_code comment utm_source utm_medium utm_campaign terms_version network',
    {
      ...{ hidden: 'account_id client_id dealer_id auto_activation_period', order: 'account_id' },
      erasure: { unverified_phone: sql`null`, comment: nothing, network: nothing },
    },
  ),
  personal(
    'device',
    'name kind model serial uid app_platform app_version app_model app_firmware first_seen_at last_seen_at last_address',
    { hidden: 'account_id device_id place profile_no', order: 'device_id' },
  ),
  personal('device_ban', 'name kind model uid reason banned_at', {
    ...{ hidden: 'account_id banned_by', order: 'uid' },
  }),
  personal('session', 'created_at last_seen_at expires_at', {
    ...{ order: 'session_id', term: 'short' },
    hidden:
      'account_id session_id token_hash device_id is_bound rotated_at next_token_hash former_token_hash former_until pin_proven_until',
  }),
  personal('push_device', 'service language registered_at', {
    ...{ hidden: 'push_device_id session_id token', order: 'push_device_id', rows: inDevices, term: 'short' },
  }),
  personal('remote_television', 'seen_at is_on', {
    ...{ hidden: 'account_id session_id state reported_at', order: 'session_id', term: 'short' },
  }),
  personal('tv_login', 'device_model device_kind address state asked_at', {
    ...{ order: 'tv_login_id', term: 'short' },
    hidden:
      'account_id tv_login_id device_code_hash user_code device_uid is_bound let_in_by expires_at polled_at interval_sec',
  }),
  personal('trusted_network', 'network trusted_until', {
    ...{ hidden: 'account_id', order: 'network', term: 'short' },
  }),
  personal('export_address', 'created_at', { hidden: 'account_id secret_hash', order: 'account_id' }),
  personal('account_city', 'city_id way set_at', { hidden: 'account_id', order: 'account_id' }),
  personal('code_request', 'phone purpose way network requested_at outcome used_at by_telegram', {
    ...{ hidden: 'request_id prefix', order: 'request_id', rows: ofPhone, term: 'days30' },
  }),
  personal('wallet', 'balance_tiyin', {
    ...{ hidden: 'account_id', order: 'account_id', term: 'accounting', erasure: 'stay' },
  }),
  personal(
    'subscription',
    'tariff_id state is_base price_tiyin period_days auto_renew created_at paid_until paused_until',
    {
      ...{
        hidden: 'account_id subscription_id priced_at connection_reversed_at moved_from',
        order: 'subscription_id',
      },
      ...{ term: 'accounting', erasure: 'stay' },
    },
  ),
  personal('charge', 'period_start period_end amount_tiyin', {
    ...{ hidden: 'account_id subscription_id promotion_id', order: 'period_start, subscription_id' },
    ...{ term: 'accounting', erasure: 'stay', rows: ofSubscriptions },
  }),
  personal('gift_period', 'period_start period_end created_at taken_back_at', {
    ...{ hidden: 'account_id gift_period_id reference subscription_id', order: 'gift_period_id' },
    ...{ term: 'accounting', erasure: 'stay' },
  }),
  personal(
    'subscription_pause',
    'tariff_id started_by started_at planned_until ended_at paid_until taken_back_at',
    {
      ...{ hidden: 'account_id subscription_pause_id subscription_id with_pause_id reference end_noted_at' },
      ...{ order: 'subscription_pause_id', term: 'accounting', erasure: 'stay' },
    },
  ),
  personal('planned_change', 'tariff_id price_tiyin period_days planned_at did_renew state', {
    ...{ hidden: 'account_id planned_change_id subscription_id', order: 'planned_change_id' },
    ...{ term: 'accounting', erasure: 'stay' },
  }),
  personal('ledger_entry', 'happened_at kind against amount_tiyin balance_after_tiyin', {
    ...{ hidden: 'account_id ledger_entry_id reference subscription_id reverses_id restores_id' },
    ...{ order: 'ledger_entry_id', term: 'accounting', erasure: 'stay' },
  }),
  personal('promotion_use', 'kind used_at', {
    ...{
      hidden: 'account_id promotion_id proof',
      order: 'promotion_id',
      term: 'accounting',
      erasure: 'stay',
    },
  }),
  personal('card', 'pan_mask expiry_yymm is_main auto_pay created_at deleted_at', {
    ...{ hidden: 'account_id card_id gateway_card_id token_sealed', order: 'card_id' },
    erasure: {
      ...{ gateway_card_id: sql`'0'`, token_sealed: nothing, pan_mask: sql`'000000******0000'` },
      expiry_yymm: sql`'0000'`,
    },
  }),
  personal('card_attempt', 'due_at attempt created_at', {
    ...{ hidden: 'account_id order_id', order: 'due_at, attempt', term: 'accounting', erasure: 'stay' },
  }),
  personal('payment_order', 'created_at amount_tiyin state reason way paid_at credited_at ofd_url', {
    hidden:
      'account_id order_id card_id code_transaction_id code_sent_at code_tries known_card_sealed gateway_transaction_id apply_sent_at cheque_id idempotency_key updated_at tariff_id period_id replaces_base agreed_tiyin connected_at not_connected',
    ...{ order: 'order_id', term: 'accounting', erasure: { known_card_sealed: sql`null` } },
  }),
  personal('card_refund', 'part_tiyin reason state way document created_at ended_at', {
    ...{
      hidden: 'order_id attempt ledger_entry_id updated_at staff_id staff_name ended_by_name',
      order: 'order_id, attempt',
      term: 'accounting',
    },
    rows: (person) =>
      sql`order_id in (select order_id from payment_order where account_id = ${idsOf(person)})`,
    erasure: { reason: sql`case when reason is null then null else '—' end` },
  }),
  personal('provider_tx', 'provider external_id amount_tiyin state created_at paid_at cancelled_at', {
    ...{ hidden: 'account_id provider_tx_id provider_time reason asked fiscal', order: 'provider_tx_id' },
    ...{ term: 'accounting', erasure: { asked: sql`'{}'` } },
  }),
  personal('provider_refund', 'amount_tiyin reason state way document created_at ended_at', {
    hidden:
      'provider_tx_id attempt ledger_entry_id staff_id staff_name ended_by_name reversal reversal_at reversal_sent reversal_problem',
    order: 'provider_tx_id, attempt',
    rows: (person) =>
      sql`provider_tx_id in (select provider_tx_id from provider_tx where account_id = ${idsOf(person)})`,
    ...{ term: 'accounting', erasure: { reason: emptied } },
  }),
  personal('fiscal_receipt', 'kind system number amount_tiyin happened_at state url fiscal_number', {
    hidden:
      'account_id fiscal_receipt_id ledger_entry_id sale_id operation_uuid payment_uuid reason note attempts first_sent_at next_at gives_up_at ended_at created_at',
    ...{ order: 'fiscal_receipt_id', term: 'accounting', erasure: 'stay' },
  }),
  personal('ledger_act', 'kind reason made_at', {
    ...{ hidden: 'ledger_entry_id staff_id staff_name', order: 'ledger_entry_id', term: 'accounting' },
    rows: (person) =>
      sql`ledger_entry_id in (select ledger_entry_id from ledger_entry where account_id = ${idsOf(person)})`,
    erasure: { reason: emptied },
  }),
  personal('notification', 'created_at title_ru title_uz body_ru body_uz href', {
    ...{
      hidden: 'account_id profile_no notification_id renews_tariff_id push_until',
      order: 'notification_id',
    },
  }),
  personal(
    'telegram_link',
    'name telegram_user_id language checked_phone linked_at blocked_at notices codes',
    {
      ...{ hidden: 'account_id', order: 'account_id' },
    },
  ),
  personal('notification_read', 'notification_id read_at', {
    ...{ hidden: 'account_id profile_no', order: 'notification_id' },
  }),
  personal('client_command', 'kind text_ru text_uz created_at delivered_at done_at', {
    hidden:
      'account_id client_command_id device_id command_batch_id stays_sec channel_id staff_name expires_at claimed_by claimed_until',
    ...{ order: 'client_command_id', term: 'days30' },
  }),
  personal('dealer_subscriber', 'way attached_at reason', {
    ...{ hidden: 'account_id dealer_id staff_id staff_name', order: 'account_id' },
    ...{ term: 'accounting', erasure: { reason: nothing } },
  }),
  personal('campaign_delivery', 'state medium sent_at receipt', {
    hidden:
      'account_id campaign_id reason attempts next_attempt_at notification_id gateway gateway_message_id cost_tiyin',
    ...{ order: 'campaign_id', erasure: 'stay' },
  }),
  personal('message_opt_out', 'created_at', { hidden: 'account_id', order: 'account_id' }),
  personal(
    'profile',
    'profile_no name picture colour language is_child age_limit above_limit channel_ids hours_from hours_to minutes_per_day created_at updated_at',
    { hidden: 'account_id name_key pin_hash version', order: 'profile_no' },
  ),
  personal('favourite_title', 'profile_no title_id added_at', {
    ...{ hidden: 'account_id', order: 'profile_no, title_id' },
  }),
  personal('favourite_channel', 'profile_no channel_id added_at', {
    ...{ hidden: 'account_id', order: 'profile_no, channel_id' },
  }),
  personal(
    'reminder',
    'title_ru title_uz subtitle_ru subtitle_uz season episode begin_at end_at created_at reminded_at',
    {
      ...{
        hidden:
          'account_id profile_no reminder_id channel_id programme_id followed_programme_id state gone_at gone_notified_at',
        order: 'reminder_id',
      },
    },
  ),
  personal(
    'recording',
    'title_ru title_uz subtitle_ru subtitle_uz season episode begin_at end_at positions created_at',
    {
      hidden:
        'account_id profile_no recording_id channel_id programme_id followed_programme_id state description_ru description_uz age_rating recorded_ms deleted_at expiry_notified_at',
      order: 'recording_id',
    },
  ),
  personal('followed_programme', 'title_ru title_uz reminds records created_at seen_to', {
    ...{
      hidden: 'account_id profile_no followed_programme_id name_key channel_id',
      order: 'followed_programme_id',
    },
  }),
  personal('reminder_setting', 'profile_no minutes_before', { hidden: 'account_id', order: 'profile_no' }),
  personal('title_rating', 'profile_no title_id rating rated_at', {
    ...{ hidden: 'account_id', order: 'profile_no, title_id' },
  }),
  personal('watching', 'profile_no title_id file_id position_sec is_finished watched_at', {
    ...{ hidden: 'account_id is_hidden', order: 'profile_no, title_id, file_id' },
  }),
  personal('report_watch_fact', 'day kind item device seconds', {
    ...{ hidden: 'account_id', order: 'day, kind, item, device', term: 'days45' },
  }),
  personal('profile_watching', 'profile_no day watched_ms', {
    ...{ hidden: 'account_id session_id last_at', order: 'profile_no, day, session_id', term: 'short' },
  }),
  personal('playback_stream', 'item started_at stopped_at', {
    ...{ order: 'stream_id', term: 'short', erasure: 'stay' },
    hidden: 'account_id stream_id holder tab lease_until ticket_until why stopped_by refused_from',
  }),
  personal('failed_play', 'failed_at kind item_id code', {
    ...{ hidden: 'account_id failed_play_id device_id', order: 'failed_play_id', term: 'days30' },
  }),
  personal('download_grant', 'vid vfid granted_at started_at', {
    ...{ hidden: 'account_id device_id profile_no', order: 'device_id, profile_no, vfid' },
  }),
  personal('complaint', 'created_at body device user_agent network vid cid position_sec closed_at', {
    ...{ hidden: 'account_id complaint_id problem_id vfid', order: 'complaint_id' },
  }),
  personal('subscriber_note', 'created_at body', {
    ...{ hidden: 'account_id subscriber_note_id staff_id staff_name', order: 'subscriber_note_id' },
  }),
  personal('subscriber_act', 'done_at kind reason amount_tiyin days taken_back_at', {
    hidden:
      'account_id subscriber_act_id act_key inputs_hash staff_id staff_name reference result taken_back_by taken_back_staff_id bulk_run_id',
    ...{ order: 'subscriber_act_id', term: 'accounting' },
    // The digest of a phone or a name is found by trying all of them; results have a part of the phone.
    erasure: { reason: emptied, inputs_hash: sql`repeat('0', 64)`, result: sql`'{}'` },
  }),
  personal('support_view', 'created_at opened_at ended_at', {
    hidden:
      'account_id view_id staff_id staff_name staff_session_id profile_no device_kind audience reason language code_hash token_hash device_uid code_until expires_at end_cause requests',
    ...{ order: 'created_at, view_id', term: 'days45' },
  }),
  personal('security_event', 'happened_at event actor address device', {
    ...{ hidden: 'event_id account_id facts hash staff_id staff_name section subject before after' },
    // By the audit itself: its chain must stay whole.
    ...{ order: 'event_id', term: 'audit', erasure: 'stay' },
  }),
]

export interface OtherTable {
  /** Why nothing of it is given out. */
  readonly why: string
  readonly erasure: 'delete' | 'stay'
  readonly rows?: PersonalTable['rows']
}

/** Tables with a number of an account, a phone or a device that are not given out. */
export const otherTables: Readonly<Record<string, OtherTable>> = {
  one_time_code: {
    why: 'the code itself is a secret; its request is given out',
    erasure: 'delete',
    rows: ofPhone,
  },
  stream_version: { why: 'a counter', erasure: 'delete' },
  billing_call: { why: 'answers of repeated requests, a copy of the ledger', erasure: 'delete' },
  api_call: { why: 'answers of repeated requests, a copy of the ledger', erasure: 'delete' },
  promotion_proof: {
    why: 'a digest from which no phone is read; it prevents a second gift',
    erasure: 'stay',
  },
  trial_proof: {
    why: 'a digest from which no phone is read; it prevents trial days for a second time',
    erasure: 'stay',
  },
  telegram_link_code: { why: 'the digest of a code that is valid for minutes', erasure: 'delete' },
  telegram_delivery: {
    why: 'a notification on its way to Telegram; it is given out itself',
    erasure: 'delete',
  },
  account_pin: { why: 'a digest of the PIN, which is a secret, and a count of tries', erasure: 'delete' },
  profile_opening: {
    why: 'what a PIN opened on a device, for half a day',
    erasure: 'delete',
    rows: inDevices,
  },
  notification_reader: { why: 'up to which message everything is read', erasure: 'delete' },
  outside_event: { why: 'copies of the ledger and tariffs for other programs, for 30 days', erasure: 'stay' },
  webhook_delivery: { why: 'the log of the same events, for 30 days', erasure: 'stay' },
  dealer_contract: { why: 'the phone of a dealer, who is no subscriber', erasure: 'stay' },
  dealer_commission: { why: 'what a dealer gets for payments that are given out', erasure: 'stay' },
  dealer_detached: { why: 'whom no dealer gets again by itself', erasure: 'stay' },
  bulk_item: { why: 'a step of an act on a segment; the act itself is given out', erasure: 'stay' },
  report_standing: { why: 'what the charges that are given out say, by days', erasure: 'stay' },
  report_movement: { why: 'what the charges that are given out say, by days', erasure: 'stay' },
  segment_member: { why: 'who is counted in a segment just now', erasure: 'delete' },
}

/** What tables are about, as the staff reads it. */
const tablesOfTopics = {
  identity: 'account registration account_city code_request dealer_subscriber',
  devices:
    'device device_ban session push_device remote_television tv_login trusted_network export_address download_grant',
  watching:
    'profile favourite_title favourite_channel reminder reminder_setting followed_programme recording title_rating watching report_watch_fact profile_watching playback_stream failed_play',
  messages: 'notification notification_read client_command campaign_delivery message_opt_out telegram_link',
  care: 'complaint subscriber_note subscriber_act support_view',
  money:
    'wallet subscription charge gift_period subscription_pause planned_change ledger_entry promotion_use card card_attempt payment_order card_refund provider_tx provider_refund fiscal_receipt ledger_act',
  audit: 'security_event',
} as const
export type PersonalTopic = keyof typeof tablesOfTopics

/** The topic of a table of `personalTables`. */
export function topicOf(table: string): PersonalTopic {
  for (const topic of Object.keys(tablesOfTopics) as PersonalTopic[])
    if (words(tablesOfTopics[topic]).includes(table)) return topic
  throw new Error(`${table} has no topic`)
}
