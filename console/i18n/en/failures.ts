/** English for what an endpoint of the console may refuse with; the server has the Russian and Uzbek sentences. */
import type { consoleApi } from '#contract/console/console-api.ts'
import type { ledgerFile } from '#contract/console/ledger.ts'
import type { filmUpload } from '#contract/console/uploads.ts'
import { brandFailures } from './brand-failures.ts'
import { broadcastTitleFailures } from './broadcast-title-failures.ts'
import { cityFailures } from './city-failures.ts'
import { dealerFailures } from './dealer-failures.ts'
import { operationsFailures } from './operations-failures.ts'
import { pauseFailures } from './pause-failures.ts'
import { recordingFailures } from './recording-failures.ts'
import { reminderFailures } from './reminder-failures.ts'
import { telegramFailures } from './telegram-failures.ts'
import { settingFailures } from './setting-failures.ts'

type Failures<Subject> = Subject extends { readonly failures: readonly (infer Failure)[] } ? Failure : never
type Subjects = (typeof consoleApi)[keyof typeof consoleApi]
type Endpoints<Subject = Subjects> = Subject extends unknown ? Subject[keyof Subject] : never

/** Failures that need no declaration. */
type AlwaysPossible =
  | 'invalid_input'
  | 'not_authorized'
  | 'not_found'
  | 'method_not_allowed'
  | 'too_large'
  | 'too_many_requests'
  | 'something_went_wrong'
  | 'busy'
  | 'staff_forbidden'
  | 'second_factor_needed'
  | 'enrolment_needed'
  | 'step_up_needed'
  | 'cross_site_request'

export type ConsoleFailure =
  | Failures<Endpoints>
  | Failures<typeof filmUpload | typeof ledgerFile>
  | AlwaysPossible

/** Names in braces stand for values of the response, as in the Russian and Uzbek texts. */
export const englishFailures: Readonly<Record<ConsoleFailure, string>> = {
  invalid_input: 'Check what you entered',
  not_authorized: 'The session has ended, log in again',
  not_found: 'There is no such page',
  method_not_allowed: 'This request is not accepted in this way',
  too_large: 'That is too much data',
  too_many_requests: 'Too many attempts. Try again in {seconds} s',
  something_went_wrong: 'Something went wrong',
  busy: 'The service is overloaded, try again in a minute',
  staff_forbidden: 'Your role may not do this. Ask an owner or an administrator',
  second_factor_needed: 'Confirm the login with a second factor: a code or a passkey',
  enrolment_needed: 'First set up a second factor: an authenticator app or a passkey',
  step_up_needed: 'Confirm once more that it is you',
  cross_site_request: 'The request did not come from the console. Open the console and try again',
  wrong_login: 'Wrong login or password',
  wrong_password: 'Wrong password',
  weak_password: 'This password is easy to guess. Think of another one',
  wrong_factor: 'The code is wrong or was used already. Enter the next one',
  console_set_up: 'There is an owner already. Log in, or ask for an invitation',
  wrong_operator_password: 'Wrong operator’s password. It is set on the server with EKRAN_OPERATOR_PASSWORD',
  operator_password_unset:
    'EKRAN_OPERATOR_PASSWORD is not set on the server. Set it, or invite the owner with the command staff invite',
  invitation_ended: 'The link no longer works: it was used, taken back or has expired. Ask for a new one',
  login_taken: 'There is a member of staff with this login already',
  staff_not_found: 'There is no such member of staff',
  role_above_own: 'Only an owner appoints and changes owners',
  last_owner: 'This is the last owner. Appoint another one first',
  not_yourself: 'Your role and access are changed by somebody else',
  last_factor: 'This is the last second factor. Add another one first',
  passkey_refused: 'The passkey was not accepted. Try again, or use a code',
  staff_session_not_found: 'This session has ended already',
  staff_blocked: 'Your access is blocked. Ask an owner or an administrator',
  passkey_not_found: 'There is no such passkey',
  invitation_not_found: 'There is no such invitation',
  views_full: 'There are {limit} saved views already. Remove one you do not need',
  passkeys_full: 'There are {limit} passkeys already. Remove one you do not need',
  change_not_found: 'There is no such change',
  change_undone: 'This change was taken back already',
  undo_too_late: 'A change can be taken back within {days} days',
  changed_since: 'While you were editing, {who} changed this. Look at their version and save again',
  channel_not_found: 'There is no such channel: it was deleted, or merged into another one',
  number_twice: 'The number {number} is given to two channels. Give one of them another number',
  channel_number_taken: 'The channel “{name}” has the number {number}. {free} is free',
  category_not_found: 'There is no such category. Choose one of the list',
  category_named: 'There is a category of this name already',
  categories_full: 'There are {limit} own categories already. Delete one you do not need',
  group_not_found: 'No category was set for this group',
  list_not_found: 'There is no such list any more',
  list_twice: 'The list at this address is fetched already',
  lists_full: 'There are already {limit} lists that are fetched. Remove one you do not need',
  guide_twice: 'This guide is read already',
  guide_source_not_found: 'There is no such guide any more',
  guide_draft_not_found: 'This guide is gone from here: it was applied or discarded. Load it again',
  guide_unreachable:
    'No guide came from this address. It must be reachable from the internet, and the file at most 512\u00a0MB. You can also download the file and load it here',
  guide_zone_unknown: 'The time zone “{zone}” is unknown. Write it as +05:00 or Asia/Tashkent',
  guide_no_room: 'The disk has no room for the guide. Free some and load it again',
  genre_word_unknown: 'There is no such word: reload the page, or write a word',
  genre_words_full: 'There are {max} words already, and no room for more. Remove some',
  guide_channel_not_found: 'There is no such channel any more: reload the page',
  guide_channel_taken: 'It was confirmed for the channel {name}. Reject it there first',
  picture_unreachable: 'No picture was received from this address: check it or choose a file',
  category_fixed: 'This category cannot be deleted: every app has it. It can be renamed',
  merge_into_itself: 'A channel cannot be merged into itself. Choose another one',
  merge_of_linear: 'A channel that is made of films by a schedule cannot be merged',
  draft_not_found: 'This import is gone: it was applied or discarded. Load the list again',
  draft_incomplete: 'The file did not arrive completely. Load it again',
  channel_off_air: 'The channel is not recorded now: switch its recording on and wait half a minute',
  draft_nothing_taken: 'Nothing is chosen. Choose at least one channel',
  draft_outdated:
    'The list has been compared again meanwhile, and what you chose may differ. Look and choose once more',
  list_unreachable:
    'No list came from this address. It must be reachable from the internet and have at most 16\u00a0MB. You can download the file and load it',
  catchup_wrong: 'Such an address of the archive does not work: press Check, it says why',
  source_of_linear: 'This channel is made of films: it has no sources',
  source_address:
    'This address cannot be recorded. Use http, https, udp, rtp, srt, rtmp or rtsp: https://example.uz/tv.m3u8, udp://239.1.1.1:5000',
  source_twice: 'The channel has this address already',
  sources_full: 'The channel has {limit} sources already. Delete one you do not need',
  source_examined_elsewhere: 'Other sources are being examined. Try again in half a minute',
  source_not_found: 'The channel has no such source any more. Reload the page',
  source_last: 'The last source cannot be removed. Add another one first, or switch the channel off',
  alarm_not_found: 'There is no such alarm, or it has ended. Reload the page',
  alarm_setting_not_found: 'There is no such rule or recipient any more. Reload the page',
  alarm_target_address:
    'Check the address. Telegram: the number of a chat (-1001234567890) or @channel; webhook: https://…; phone: +998901234567',
  alarm_target_secret:
    'Enter the token of the bot as @BotFather has it (123456:ABC…), or a key of the signature of 16 characters or more. With a new address it is entered again',
  alarm_settings_full: 'There are {limit} already. Delete those you do not need',
  picture_refused:
    'This picture cannot be used. It must be a JPEG, PNG, WebP or SVG without scripts, up to 25\u00a0MB and 60\u00a0million pixels',
  link_unknown:
    'There is no such page. Copy the address of a page without the name of the site: /tariff, /movie/12',
  film_not_found: 'There is no such film or series any more: it was deleted',
  logos_not_found: 'These logos are there no longer: they were applied or discarded. Load the files again',
  logos_incomplete: 'The logos were not uploaded completely. Load the files again',
  logos_too_large: 'Too much at once: up to {limit}\u00a0MB is possible. Divide the logos',
  logos_twice: 'Two logos are chosen for one channel. Leave one of them',
  logos_outdated: 'The channels have changed since. Press “Match again” and check what is chosen',
  previews_full: '{limit} sources are being watched; the server opens no more. Try again in a minute',
  preview_reserved:
    'One program only can receive at this port, and a channel that is on records from it. To watch the source by itself, turn the channel off',
  report_period:
    'This period does not fit: its end is not before its beginning, and it has at most {limit} days. Choose other dates',
  report_rows_not_stored:
    'The list of subscribers of this day is not made yet: the nightly computation of reports makes it, for the last 400 days. Choose another day or look again tomorrow',
  report_too_slow: 'The list takes too long to make. Choose another day or one tariff, or try again later',
  table_not_found: 'There is no such table any more: it was applied or discarded. Load the file again',
  table_incomplete: 'The table was not uploaded completely. Load the file again',
  table_too_large:
    'The file is too large: up to {limit}\u00a0MB is possible. Save the table as XLSX, or divide it',
  table_nothing_taken: 'Nothing is chosen. Mark at least one row',
  table_outdated:
    'What the table refers to has changed since: a category, a genre, a provider or the thing itself. Compare it again',
  refund_done_before: 'This was done before: {who}. The money does not leave twice',
  refund_not_covered:
    'The balance is {balance} UZS: the rest was used. {max} UZS can be refunded now. If the service was not there, return a charge to the balance first',
  refund_too_much: 'At most {max} UZS can be refunded. Enter a smaller sum',
  refund_limit: 'More than your limit of {limit} UZS. Ask an owner or administrator',
  ledger_slow: 'The search in the ledger takes too long. Choose fewer days or add a subscriber number',
  ledger_period: 'Choose other days: the last not before the first, at most {limit} in all',
  ledger_rows: 'Too many rows: XLSX takes {limit}. Choose fewer days or CSV',
  exchange_account: 'The account number for the 1C file is wrong: write 20 digits without spaces',
  exchange_name: 'The company’s name for the 1C file is wrong: write 2 to 160 characters in one line',
  exchange_inn: 'The tax number for the 1C file is wrong: write 9 digits (STIR) or 14 (PINFL)',
  cards_off: 'No card gateway is connected: cards cannot be charged or refunded now',
  refund_not_possible:
    'This payment is not paid, is still being finished, or was refunded by the system itself. Reload the page',
  refund_asked:
    'The system was asked to pay it back and has not answered yet. Wait: it is asked each minute, for a day at most',
  refund_by_transfer: 'This system cancels a payment only whole: pay a part by a bank transfer',
  statement_refused:
    'The file was not taken. It must be a table, XLSX or CSV, of up to {limit}\u00a0MB, with an amount and a payment number or date',
  late_no_subscriber: 'There is no subscriber {number}. Check the number: 6 to 12 digits, not a phone',
  late_other_subscriber:
    'This payment belongs to subscriber {number}: the system named it so, or it was credited so. Credit it there',
  late_not_creditable:
    'Only a payment that we do not have, with a number and an amount, can be credited. Card payments are credited by Ekran itself: ask the gateway about it',
  receipt_ended: 'This receipt has ended: it is registered, or not needed. Reload the page',
  ...brandFailures,
  ...cityFailures,
  ...dealerFailures,
  ...pauseFailures,
  receipts_off:
    'Fiscal receipts are off. They are switched on in the console under Outside services, or by the setting EKRAN_FISCAL',
  ...broadcastTitleFailures,
  ...reminderFailures,
  ...recordingFailures,
  ...telegramFailures,
  statement_still_open: 'Rows not worked off: {count}. Work them off, then close the statement',
  trial_has_paid:
    'This subscriber paid {sum} UZS: it is a customer, and its money stays with it. Give the payment back first',
  trial_number_taken: 'This subscriber number is taken. Leave the field empty for a free one',
  trial_name_wrong:
    'This is no subscriber number: 6 to 12 digits that are no phone. Correct it or leave the field empty',
  trials_full: 'There are {max} subscribers for trying already. Remove those you do not need',
  trial_tariff_needed: 'There is no tariff that opens something. Make a tariff first',
  trial_tariff_gone: 'This tariff is there no longer. Choose another one',
  trial_not_found: 'There is no such subscriber for trying: it was removed',
  folder_draft_gone:
    'This look through a folder is there no longer: it was applied or discarded. Look through the folder again',
  folder_outside:
    'This folder is not in the folder of films, which the setting EKRAN_FILMS_INBOX names. Choose one in it, or move the files there',
  folder_unreadable: 'The folder cannot be read. Check that it exists and that Ekran may read it',
  folder_too_large:
    'The folder is too large or the disk too slow: up to {limit} files are looked through at once. Choose a folder in it',
  folder_rules_full:
    'There are {limit} rules already, and no more are possible. Remove some, or give a whole folder one rule',
  folder_nothing_left:
    'All that was chosen has changed since: the files, the rules or the films themselves. Nothing was taken. Look through the folder again',
  queue_film_not_found:
    'This film is in the queue no longer: its file was deleted or imported again. Reload the page',
  queue_film_busy: 'This cannot be done with the film now: its state has changed. Look at it again',
  queue_film_over: 'The packaging of this film is over already',
  queue_source_gone: 'The file is not there any more. Put it back, or upload the film again',
  queue_import_again:
    'It could not be tried again from here. Import the folder of this film once more: import films <folder> --again',
  upload_no_folder:
    'There is no folder to upload to. The setting EKRAN_FILMS_INBOX names it, and Ekran must have the right to write there',
  upload_name:
    'The name of the file does not say which film it is. Call it “Film (2021).mkv” or “Series S01E02.mkv”',
  upload_exists: 'A file of this name is there already, or on its way. Give this one another name',
  upload_too_large: 'The file is too large. Copy it to the server and import its folder: import films',
  upload_no_room: 'There is not enough room on the disk. Free some and begin again',
  upload_not_found:
    'You have no such upload: it was cancelled, or broke off more than a day ago. Choose the file again',
  upload_wrong_offset: 'This part of the file does not follow what was uploaded before',
  upload_not_a_film: 'The file was uploaded, but it is no film. Check it in a player and upload a good one',
  film_nameless: 'At least one name is needed: in Russian, in Uzbek, or the original one',
  film_choice_gone: 'There is no such category, genre or provider any more. Reload the page and choose again',
  film_genre_named: 'There is a genre of this name already: {name}',
  banner_not_found: 'There is no such banner any more: it was deleted',
  notice_not_found: 'There is no such notice any more: it was deleted',
  works_period: 'Planned works need an end, and it must be after the beginning',
  notice_not_begun: 'This has not begun yet. Move its beginning or delete the notice',
  news_item_not_found: 'There is no such news item any more: it was deleted',
  person_gone: 'There is no such person any more: merged with another one. Reload the page',
  person_merged: 'One of them was merged with another person already. Reload the page and choose again',
  trailer_wrong:
    'This file cannot be a trailer: it is not packaged, or longer than 10 minutes, and trailers need no subscription',
  film_file_not_ready:
    'This file does not belong to the film or is not packaged yet. Reload the page, or wait for its packaging',
  frame_not_taken:
    'No frame was taken: there is none at this moment, or the server is busy. Choose another moment, or try again in a minute',
  episode_not_found: 'This episode is no longer here: it was deleted or moved. Reload the page',
  not_a_series: 'An episode can only go into a series: the chosen one is gone, or is a film. Choose another',
  episode_number_high: 'The number of an episode is at most 9999. Choose a place with a lower number',
  marks_wrong:
    'These marks cannot be: each lasts a second at least and lies within the file, and the intro ends before the credits. Move a beginning or an end',
  windows_overlap:
    'Windows overlap: in one territory only one can be open at a time. Move a beginning or an end',
  period_wrong: 'The end must be later than the beginning',
  accent_contrast:
    'This colour cannot be read on the site’s dark pages: its contrast is {has}, it needs {needs}. Choose a lighter one',
  action_contrast:
    'A button of this colour cannot be seen on the site: its contrast is {has}, it needs {needs}. Choose a lighter one',
  dunning_changed:
    'Another member of staff changed the reminders while you were editing. Reload the page and enter yours again',
  dunning_hours: 'The hour until which cards are charged must be later than the hour from which',
  host_taken: 'The site {host} belongs to the brand “{name}” already. Remove it there, or type another name',
  brand_needs_host: 'Type at least one name of a site: visitors come to this brand by it',
  brand_needs_name: 'Name the brand in one language at least',
  brands_full: 'There are {limit} brands already. Delete those you do not need',
  font_not_woff2: 'This is no WOFF2 font, or the file is damaged. Save the font as WOFF2 and choose it again',
  font_lacks_letters:
    'The font lacks these letters: {letters}. It needs Latin, Cyrillic and the letters of Uzbek (oʻ, gʻ, ў, қ, ғ, ҳ). Take the whole file of the font, or another font',
  brand_unknown: 'There is no brand {id}. Choose one from the list',
  font_missing: 'The server has this font no more. Choose the file again',
  font_bold_alone: 'Choose the regular font first: a bold one alone is not enough',
  tariff_exists: 'There is a tariff already. The others are added and changed in the section “Tariffs”',
  tariff_opens_nothing: 'The tariff has nothing to open: load channels first',
  banners_full: 'There are {limit} banners already. Delete those you do not need',
  release_order: 'The minimum is newer than the recommended version. Raise the recommended one too',
  switch_empty: 'The switch changes nothing. Choose a player, latency, previews or a height',
  switches_full: 'There are {limit} switches already. Delete those you do not need',
  switch_not_found: 'There is no such switch any more: it was deleted',
  page_not_found: 'There is no such page any more: it was deleted',
  page_name_taken: 'There is a page with this address already. Give this one another',
  page_text_wrong: 'Line {line} ({language}) cannot be used. What is wrong with it is written below the text',
  pages_full: 'There are {limit} pages of your own already. Delete those you do not need',
  programme_gone: 'There is no such programme any more: the guide was read again. Reload the page',
  programme_untitled: 'Give the programme a title in at least one language',
  programme_times_wrong: 'The end must be after the beginning, by a day at most',
  programme_outside_guide: 'Choose a nearer time: from 31 days ago to 60 days ahead',
  programme_moved_too_far: 'A programme can be moved by a day at most. Hide it and add a new one',
  programme_overlaps:
    '“{title}” ({from}–{to}) is on at that time, and its times were set by hand too. Change it first',
  guide_shifted_too_far:
    'A shift may be of 12 hours at most, all shifts of a channel together of a day. Release the earlier ones first',
  blackout_not_found: 'There is no such blackout any more: it was deleted',
  blackout_period: 'The end must be after the beginning. Only a channel or a film may have no end',
  blackout_target: 'Choose a channel, a programme or a film: there is none like this',
  blackout_holds: 'Say where it holds: of a channel live or the archive, of a film watching or downloading',
  blackout_not_begun: 'This has not begun yet: delete it, or move its beginning',
  blackouts_full: 'There are {max} blackouts already. Delete old ones',
  guide_of_linear:
    'The channel is made of films and plays its schedule: times are changed there. Texts can be changed here',
  rail_not_found: 'This rail of the home page is gone: somebody deleted it',
  rails_full: 'There are {limit} rails already. Delete those you do not need',
  rail_content_missing: 'Choose what this rail shows: its collection, category or channels are missing',
  rail_years_wrong: 'The second year must not be before the first',
  order_changed_since:
    'Somebody else has changed the order meanwhile: {who}. It is shown now, move it once more',
  collection_not_found: 'This collection is gone: somebody deleted it',
  tariff_price_wrong: 'The price for {days} days must be from 1 to 10,000,000 UZS. Correct it',
  tariff_empty: 'The tariff is offered and opens nothing. Add channels or films, or do not offer it',
  tariff_has_subscribers:
    'Subscribers have or had this tariff: it cannot be deleted or become of another kind. Stop offering it; they keep it',
  tariff_never_offered: 'Tariffs 100 to 103 are never offered. Copy it: the copy has another number',
  tariff_two_recommended:
    'The base tariff “{name}” is recommended already. Only one can be: take the mark off there',
  tariff_content_gone: 'This is gone: {what}. Reload the page and save again',
  tariff_periods_wrong: 'At least one period is needed, and no two of the same length',
  promo_csv_wrong:
    'Line {line}, column {field}: “{text}”. A code is 3 to 40 Latin letters, digits and hyphens, each once and of no other batch; uses is a number from 1. Correct the line and upload the file again',
  promo_terms_wrong:
    'The batch gives nothing, is over already or connects a tariff that does not exist. Set a gift or a tariff, and an end after today',
  promo_batch_state: 'The batch has changed, or has no codes yet. Refresh the page',
  promo_too_many: 'A batch has at most 100,000 codes. Split the file into several batches',
  tariff_price_date: 'A price can begin today or within a year, one on a day. Choose another day',
  tariff_colour_dark:
    'This colour is lost on dark pages: its contrast is {has}, it needs {needs}. Choose a lighter one, such as {instead}',
  tariff_colour_light:
    'This colour is lost on light pages: its contrast is {has}, it needs {needs}. Choose a darker one, such as {instead}',
  collections_full: 'There are {limit} collections already. Delete those you do not need',
  segment_not_found: 'This segment is gone: somebody deleted it. Choose another',
  template_field: 'There is no field {field}. There are: {fields}',
  reset_no_phone: 'The subscriber has no phone: enter one first, then send the password',
  reset_no_sms: 'No SMS can be sent now, and the password is unchanged. Check the SMS gateways and repeat',
  reset_too_often: 'A password was sent or tried three times today. Check the phone and repeat tomorrow',
  reset_not_sent: 'The gateway refused the SMS, and the password is unchanged. Repeat in a minute',
  bulk_state: 'This is not possible now: the bulk act is in another state already. Reload the page',
  bulk_beyond: 'This is more than you may let begin in a day. Who may: {roles}',
  bulk_same_person: 'Another member must release it: you have made this one',
  segment_is_everybody: 'These are all or nearly all subscribers: {count}. Type this number to confirm',
  campaign_state: 'Not possible now: the campaign is in another state already. Reload the page',
  messages_full: 'There are {limit} already. Delete those you do not need',
  command_needs_text: 'Write the text of the message in Russian and in Uzbek',
  command_needs_channel: 'Choose a channel that the service has',
  command_ended: 'This command has been given to everybody or was stopped. Reload the page',
  test_not_sent: 'The test message was not sent: {reason}',
  integrations_full: 'There are {max} already. Remove those you do not need',
  network_wrong:
    '"{network}" is no network. Write an address or a network with its length: 203.0.113.7 or 203.0.113.0/24',
  ...operationsFailures,
  expiry_past: 'This date has passed. Choose a day in the future',
  webhook_address:
    'The address begins with https://, without a login and a password. http and addresses inside are allowed under “Outside services”: “Internal addresses for events”',
  ...settingFailures,
  why_item_unknown:
    'There is no such channel, film or episode. Find it by its name and choose it from the list',
  why_item_removed:
    '“{name}” is deleted, and nobody can watch it. It can be taken back on the page of changes',
  why_channel_merged: 'The channel “{name}” was merged into “{into}”. Ask about that one',
  why_device_unknown: 'This subscriber has no such device. Choose one from the list of theirs',
  act_done_since:
    'Somebody did something else with this subscriber while the form was open. See what came of it, and repeat it if it is still needed',
  act_beyond_sum:
    'This is beyond your limit for one act or for today. The form says how much is left and who may do more',
  act_beyond_days:
    'These are more days than your limit allows. The form says how many are left and who may give more',
  act_not_covered: 'The balance has less: no more than it has can be taken',
  act_spent: 'This cannot be taken back: the money is spent, or the days have begun',
  act_taken_back: 'This has been taken back already',
  subscriber_closed: 'The account is closed: nothing can be connected to it. Check the subscriber’s number',
  subscriber_merged: 'This account was merged into another one. Act on the page of subscriber {number}',
  merge_itself: 'This is the same subscriber. Type the number of the other account of this person',
  merge_number_unknown:
    'There is no subscriber with this number or phone. Check the number of the other account',
  merge_same_tariff: 'Both accounts have the same tariff. Switch it off at one of them and repeat',
  merge_two_bases: 'Both accounts have a base tariff, and there can be one. Switch off the other and repeat',
  merge_into_closed: 'This account is closed: both would be. Merge from the card of the open one',
  merge_blocked: 'The other account is blocked: merging would lift that. Open it first, or block this one',
  merge_trial_account: 'One of the accounts is for trying: it cannot be merged with a real one',
  subscriber_erased:
    'The data of this subscriber are erased, and nothing more can be done with them. The person may register again',
  erase_number_wrong:
    'This is not the subscriber’s number. Type the number on the card: it confirms that the right person is erased',
  erase_unsettled:
    'There is money on the balance or a tariff that is paid for. Pay it back or wait for the end, or write what was agreed',
  erase_payments_open:
    'Payments or refunds are not finished. Wait for their outcome under Payments and repeat',
  card_gateway_down:
    'The card gateway does not answer, and the card cannot be removed there. Repeat in a few minutes',
  support_view_profile: 'The subscriber has no such profile any more. Choose another one',
  support_view_closed:
    'The account is closed or blocked: on the site this subscriber sees a message about it and nothing else',
  key_used: 'This form has done something else already. Close it and open it again',
  device_not_found: 'There is no such device any more: it has logged out',
  stream_not_found: 'This stream has stopped already',
  not_connected: 'This tariff is not connected',
  tariff_not_found: 'There is no such tariff on offer',
  already_connected: 'This tariff is connected already',
  billing_misconfigured: 'This tariff opens nothing or has no price: see its settings',
  insufficient_funds: 'The balance is too low: credit it first, or the subscriber tops it up',
  price_changed: 'The price has changed meanwhile. Look at the new one and repeat',
  wrong_phone: 'This is no phone of Uzbekistan: 998 and nine digits',
  phone_registered: 'Another subscriber has this phone',
}
