/** The letters of the site's texts, and how wide the system's own font is without the brand's. */

const latin = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const russian = 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмнопрстуфхцчшщъыьэюя'
/** Oʻ gʻ and the apostrophe of Latin Uzbek; its Cyrillic letters. */
const uzbek = 'ʻʼ‘’ЎўҚқҒғҲҳ'
const signs = '0123456789.,:;!?()-–—«»“”"\'%+/&@#*…№'

/** What every font of a brand must have. */
export const requiredLetters = latin + russian + uzbek + signs

/** Usual text of both languages, in letters whose widths in Arial are below. */
export const sampleText =
  'смотрите фильмы и сериалы а также прямой эфир всех каналов на любом экране без рекламы и в хорошем качестве ' +
  'sevimli filmlar va seriallarni istalgan qurilmada yuqori sifatda tomosha qiling barcha telekanallar jonli efirda'

/** Of Arial and of the fonts that are made to its measure, in 2048ths of the size. */
const arialWidths: Readonly<Record<string, number>> = {
  ...{
    a: 1139,
    b: 1139,
    c: 1024,
    d: 1139,
    e: 1139,
    f: 569,
    g: 1139,
    h: 1139,
    i: 455,
    j: 455,
    k: 1024,
    l: 455,
  },
  ...{ m: 1706, n: 1139, o: 1139, p: 1139, q: 1139, r: 682, s: 1024, t: 569, u: 1139, v: 1024, w: 1479 },
  ...{ x: 1024, y: 1024, z: 1024, ' ': 569, а: 1139, б: 1173, в: 1088, г: 747, д: 1195, е: 1139, ж: 1370 },
  ...{
    з: 934,
    и: 1145,
    й: 1145,
    к: 896,
    л: 1195,
    м: 1408,
    н: 1131,
    о: 1139,
    п: 1109,
    р: 1139,
    с: 1024,
    т: 938,
  },
  ...{ у: 1024, ф: 1685, х: 1024, ц: 1173, ч: 1067, ш: 1643, щ: 1679, ъ: 1280, ы: 1472, ь: 1067, э: 1045 },
  ...{ ю: 1533, я: 1109 },
}

/** The mean width of a letter of `sampleText` in the system's own font, a share of its size. */
export const systemMeanWidth =
  [...sampleText].reduce((sum, letter) => sum + (arialWidths[letter] ?? 1139), 0) / sampleText.length / 2048
