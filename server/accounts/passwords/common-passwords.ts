/** The most common passwords. */
import { createRequire } from 'node:module'
import type * as LanguageCommon from '@zxcvbn-ts/language-common'

/**
 * Common local passwords that an English list lacks: words for "password", the country, its cities and clubs, usual
 * names, and words on the screen. In Latin and Cyrillic; the other keyboard layout is checked too.
 */
export const ownWords: readonly string[] = (
  'ekran экран parol parolim пароль пароли paroli maxfiy махфий maxfiyparol kalit калит qwerty йцукен ' +
  'uzbekistan ozbekiston oʻzbekiston uzb998 узбекистан ўзбекистон toshkent tashkent ташкент тошкент ' +
  'samarqand samarkand самарканд самарқанд buxoro bukhara бухара бухоро andijon андижан namangan наманган ' +
  'fargona fergana фергана xorazm хорезм urganch ургенч nukus нукус qarshi карши navoiy навои jizzax джизак ' +
  'termiz термез guliston гулистан chirchiq чирчик angren ангрен olmaliq алмалык pakhtakor paxtakor пахтакор ' +
  'bunyodkor nasaf neftchi navbahor alisher алишер aziz азиз aziza азиза bekzod бекзод dilnoza дилноза ' +
  'dilshod дильшод doston достон feruza феруза gulnora гульнора jasur жасур jamshid жамшид kamola камола ' +
  'laziz лазиз madina мадина malika малика muhammad мухаммад nargiza наргиза nigora нигора nodira нодира ' +
  'otabek отабек oybek ойбек ravshan равшан rustam рустам sanjar санжар sardor сардор sevara севара ' +
  'shahnoza шахноза sherzod шерзод temur темур ulugbek улугбек umida умида zafar зафар zarina зарина ' +
  'любовь люблю тебя ялюблютебя iloveyou sevaman seni seniseaman sevgilim севгилим jonim жоним onajon онажон ' +
  'dadajon дадажон privet привет salom салом assalom bismillah бисмиллах allohim ollohim аллах наташа ' +
  'александр максим дмитрий сергей андрей анастасия кристина екатерина виктория солнышко котенок зайка ' +
  'спартак динамо zenit зенит россия москва самсунг samsung android beeline билайн ucell uzmobile mobiuz ' +
  'televizor телевизор kino кино internet интернет administrator admin админ user гость'
).split(' ')

let list: ReadonlySet<string> | undefined

/** True for one of the fifty thousand most used passwords, or a word of our own list. Expects lower case. */
export function isCommonWord(text: string): boolean {
  list ??= new Set([...loadList(), ...ownWords])
  return list.has(text)
}

/** Half a megabyte, loaded when the first password is judged and not at every start. */
function loadList(): readonly string[] {
  const require = createRequire(import.meta.url)
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof LanguageCommon
  return dictionary['passwords-common']
}
