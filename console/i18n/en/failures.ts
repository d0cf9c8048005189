/** English for what an endpoint of the console may refuse with; the server has the Russian and Uzbek sentences. */
import type { consoleApi } from '#contract/console/console-api.ts'
import type { filmUpload } from '#contract/console/uploads.ts'

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

export type ConsoleFailure = Failures<Endpoints> | Failures<typeof filmUpload> | AlwaysPossible

/** `{seconds}` and `{limit}` stand for values of the response. */
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
  table_not_found: 'There is no such table any more: it was applied or discarded. Load the file again',
  table_incomplete: 'The table was not uploaded completely. Load the file again',
  table_too_large:
    'The file is too large: up to {limit}\u00a0MB is possible. Save the table as XLSX, or divide it',
  table_nothing_taken: 'Nothing is chosen. Mark at least one row',
  table_outdated:
    'What the table refers to has changed since: a category, a genre, a provider or the thing itself. Compare it again',
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
  tariff_exists: 'There is a tariff already: change tariffs with npm run ekran -- tariffs put',
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
  collections_full: 'There are {limit} collections already. Delete those you do not need',
}
