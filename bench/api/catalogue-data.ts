import type { Db } from '../../server/src/database/database.ts';
import { inTransaction } from '../../server/src/database/database.ts';
import {
  createCategory,
  createExperiences,
  createSubcategory,
  createTag,
  type NewExperience,
} from '../../server/src/features/catalogue/service.ts';
import { seededRandom } from '../../server/testing/seeded-random.ts';

const CATEGORIES = [
  'Entertainment & Media',
  'Education & Training',
  'Healthcare & Wellness',
  'Real Estate & Architecture',
  'Retail & E-commerce',
  'Tourism & Hospitality',
  'Manufacturing & Industrial',
  'Arts & Culture',
  'Marketing & Advertising',
  'Lifestyle & Personal',
  'Science & Exploration',
];
const TAGS =
  'sea view,mountain,city,evening,daylight,quiet,family,hands-on,open kitchen,terrace,interactive plan,fireside,books,handmade,tasting,live music,machines,on display,events,step-free,pool,rooftop,courtyard,cellar,glasshouse,loft,lakeside,forest,desert,winter,summer,romantic,business,wedding,garden,spa,breakfast,vineyard,historic,modern'.split(
    ',',
  );
const NOUNS =
  'hotel,lobby,suite,room,restaurant,kitchen,terrace,museum,gallery,library,classroom,workshop,studio,factory,hall,pool,garden,harbour,tower,castle,market,shop,bakery,cellar,theatre,stage,laboratory,clinic,bath,flat,house,villa,cabin,lodge,station,bridge,island,beach,valley,observatory'.split(
    ',',
  );
const ADJECTIVES =
  'quiet,bright,old,new,golden,hidden,long,small,grand,open,upper,lower,northern,southern,winter,summer,morning,evening,white,red,blue,green,stone,wooden,glass,iron,velvet,lamp-lit,restored,wide'.split(
    ',',
  );
const COUNTRIES =
  'France,Spain,Italy,Portugal,Germany,Austria,Poland,Norway,Sweden,Denmark,Finland,Iceland,Ireland,Scotland,Greece,Turkey,Morocco,Egypt,Kenya,India,Nepal,Japan,Vietnam,Thailand,Indonesia,Australia,Chile,Peru,Brazil,Mexico,Canada,Cuba,Croatia,Slovenia,Hungary,Romania,Estonia,Latvia,Malta,Cyprus'.split(
    ',',
  );
const COMMON_WORDS =
  'the,a,of,and,in,with,to,from,on,at,for,by,you,look,see,stand,walk,light,window,door,floor,ceiling,table,chair,wall,water,wood,stone,people,morning,afternoon,night,before,after,between,behind,under,over,every,first,last,where,when,there,here,their,its,still,never,always,slow,warm,cold,near,far,left,right,open,closed,bring,leave,time,hour,year,season'.split(
    ',',
  );
const SYLLABLES =
  'ba,bel,bor,ca,cor,da,del,dor,el,en,fa,fel,ga,gar,ha,hel,il,ka,kel,la,lin,lo,ma,mar,mi,mon,na,nel,no,or,pa,pel,ra,rin,ro,sa,sel,so,ta,tor,ul,va,vel,vi,wa,wen,ya,zel'.split(
    ',',
  );

/** An invented name of two to four syllables. */
function invent(random: () => number): string {
  const count = 2 + Math.floor(random() * 3);
  const name = Array.from({ length: count }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(
    '',
  );
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The lower the rank of a word, the more often it is chosen, as in written language. */
function byFrequency<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(items.length ** random()) - 1] ?? items[0];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

function evenly<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

interface Lists {
  categories: { id: number; subcategoryIds: number[] }[];
  tagIds: number[];
}

async function createLists(db: Db): Promise<Lists> {
  return inTransaction(db, async (tx) => {
    const categories: Lists['categories'] = [];
    for (const name of CATEGORIES) {
      const id = await createCategory(tx, { name, icon: '🏷️', description: `All about ${name}.` });
      const subcategoryIds: number[] = [];
      for (const kind of ['Indoors', 'Outdoors', 'Events', 'Work']) {
        subcategoryIds.push(await createSubcategory(tx, { categoryId: id, name: `${kind} ${name}` }));
      }
      categories.push({ id, subcategoryIds });
    }
    const tagIds: number[] = [];
    for (const name of TAGS) tagIds.push(await createTag(tx, { name }));
    return { categories, tagIds };
  });
}

/**
 * Fills an empty catalogue with `count` experiences that look like a real one's: a few common words, many rare ones,
 * invented names and towns, uneven tags. The same seed gives the same catalogue.
 */
export async function fillCatalogue(db: Db, count: number, seed = 1): Promise<void> {
  const random = seededRandom(seed);
  const lists = await createLists(db);
  const towns = Array.from({ length: 800 }, () => invent(random));
  const vocabulary = [
    ...COMMON_WORDS,
    ...NOUNS,
    ...ADJECTIVES,
    ...Array.from({ length: 6000 }, () => invent(random).toLowerCase()),
  ];
  const one = (index: number): NewExperience => {
    const category = byFrequency(lists.categories, random);
    const noun = evenly(NOUNS, random);
    const words = Array.from({ length: 25 + Math.floor(random() * 30) }, () =>
      byFrequency(vocabulary, random),
    );
    return {
      slug: `${noun}-${index}`,
      legacyId: index + 1,
      title: `The ${byFrequency(ADJECTIVES, random)} ${noun} of ${evenly(towns, random)}`,
      propertyName: `${invent(random)} ${noun}`,
      description: `${words.join(' ')}.`,
      city: evenly(towns, random),
      country: byFrequency(COUNTRIES, random),
      categoryId: category.id,
      subcategoryId: evenly(category.subcategoryIds, random),
      tagIds: Array.from({ length: 2 + Math.floor(random() * 3) }, () => byFrequency(lists.tagIds, random)),
      rating: random() < 0.2 ? null : Math.round(39 + random() * 11) / 10,
      sortOrder: Math.floor(random() * 1_000_000),
      tokensRequired: random() < 0.2 ? 100 : 0,
      partOfPackage: random() < 0.1,
      mediaUrl: `https://media.example/${index}.mp4`,
      thumbnail: `/thumbnails/${index % 100}.jpg`,
      viewCount: Math.floor(random() ** 3 * 20_000),
      likeCount: Math.floor(random() ** 3 * 900),
      createdAt: new Date(Date.UTC(2024, 0, 1) + Math.floor(random() * 60_000_000_000)),
    };
  };
  const BATCH = 2000;
  for (let begin = 0; begin < count; begin += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - begin) }, (_, offset) => one(begin + offset));
    await inTransaction(db, (tx) => createExperiences(tx, batch));
  }
}
