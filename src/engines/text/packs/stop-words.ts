/** Function words, and the words that stand in every second heading. */
const LISTS: Readonly<Record<string, string>> = {
  en: `the of and to in is that for it as was with be by on not he his but at are this have from or had an they which
    you were her all she there would their we him been has when who will more no if out so said what up its about into
    than them can only other new some could time these two may then do first any my now such like our over me even most
    made after also did many before must through your how where why here get make use using best top free guide tips
    buy need help should every between each own while because does don't it's you're without within how's during
    i am me us i'm art i've i'll
    winter summer weather forecast water house home men women kids day night year world city food recipe recipes easy
    quick cheap price prices review reviews sale shop store online car cars dog dogs cat garden kitchen room music film
    lyrics game team school work job jobs health money book books family travel hotel hotels flights restaurant
    restaurants pasta wine coffee cake bread chicken black white red blue green small large big great good better old
    results album guitar dress shoes bag phone computer design office service services people way life long high low
    today week month love real fast slow hot cold fresh light dark set pan cream van tour bikes`,
  nl: `de het een van en dat op te zijn met voor niet aan er om ook als dan maar bij nog uit door naar heeft hij ik je we
    wordt deze wel zo kan kunnen worden geen meer hun veel over zich onze onder werd waar omdat altijd jouw mijn wij hebben
    was hoe dit die moet beste nieuwe zonder tussen gaat heel
    kies kiezen nieuwe goedkope goede vandaag jaar mensen huis kinderen dag water hoeveel welke zelf maken kopen werkt zijn jouw alles`,
  fr: `le la les de des du un une et est en que qui dans pour pas sur au aux avec ce cette ces il elle ils nous vous je on
    ne se sa son ses par plus mais ou où sont être avoir fait comme tout leur leurs votre notre vos nos très bien aussi
    peut sans sous c'est d'un d'une l'on n'est qu'il qu'elle j'ai entre chez depuis
    comment choisir nouveau nouvelle meilleur meilleure meilleurs meilleures recette facile chaussures femme homme maison jour aujourd'hui année pourquoi quel quelle faut faire gratuit acheter pas petit grande cher chat téléphone voiture temps`,
  de: `der die das und ist in den von zu mit sich des auf für nicht ein eine einen einem einer als auch es an werden aus er
    hat dass sie nach wird bei um am sind noch wie über so zum zur haben nur oder aber vor durch man ihr ihre wenn kann
    wir ich mein unser unsere sehr mehr ohne gegen diese dieser dieses keine schon weil beim
    besten beste neue neues neuen günstige günstig kaufen hund katze haus heute jahr frische frisches gut gute kinder frau mann warum welche richtig machen einfach rezept tag tage viele aus dem wasser zeit`,
  ga: `an na agus ar is ag tá le do i go sé sí a ní de bhí sin seo mé tú siad faoi atá chun nach leis bhfuil ach mar
    ó níl raibh am dá gach duine againn agat linn sna ón den don ba chuid cad conas nuair féidir dul más againne leat
    fón nua roghnú fearr bialann bialanna cat madra teach lá bliain uisce maith mór beag páistí tír ainm obair`,
  it: `il lo la i gli le di che e è un una uno per non con del della dei delle degli nel nella sono si da come più ma anche
    al alla alle dal dalla sul sulla questo questa quello ha hanno essere molto se ci cui perché loro tra fra dopo
    tutto tutti ogni sempre l'acqua dell c'è
    migliori migliore nuovo nuova scegliere ricetta facile scarpe donna uomo casa oggi anno quale perché comprare bambini giorno tempo gatto cane acqua modo prezzo grande`,
  pl: `i w na z do nie się że to jest o jak po co za od przez dla są tak ale przy już czy tylko oraz jego jej ich może być
    ten ta te tym tego który która które ze bardzo gdy także lub bez pod przed nad nasz nasze każdy wszystko dlatego
    najlepsze najlepszy najlepsza nowy nowa wybrać kupić przepis dom dzisiaj dziś rok dzieci dla kobiet dzień dlaczego tanie woda ludzie czas pies kot`,
  pt: `o a os as de do da dos das que e é um uma em para com não no na nos nas por mais se ao à foi como mas ou são seu sua
    pelo pela também já muito quando ser está isso este esta você nós eu ele ela tem até sem entre depois sobre às meu
    minha todos pode ainda
    melhor melhores novo nova escolher receita fácil sapatos mulher homem casa hoje ano qual porquê comprar crianças dia tempo gato cão água preço cadeira corrida barato grande`,
  es: `el la los las de del que y en un una es por con para no se lo al como más su sus pero le o este esta fue ha son está
    muy también ya sin sobre todo cuando hay nos entre ser desde porque si yo tu mi él ella nuestro nuestra hasta donde
    puede cada qué cómo unos unas estos estas tiene hace
    mejor mejores nuevo nueva elegir receta fácil zapatos mujer hombre casa hoy año cuál comprar niños día tiempo gato perro agua precio silla pastel barato grande correr cómo`,
  sv: `och i att en det som på är av för med den till inte ett har de om han var men sig från vi så kan när jag hon eller
    efter också nu mycket mer än här vad alla skulle vara mot utan hur du dig din ditt mig min sin utan mellan måste finns
    bara många blir
    bästa nya ny väljer välja köpa recept lätt hem idag år barn kvinnor dag varför billiga billig vatten tid hund katt gammal bra stor`,
  tr: `ve bir bu için ile da de çok daha olarak olan gibi kadar ne o en ama var sonra değil her ben sen biz siz onlar mi mı
    olduğu ancak veya ya şey nasıl neden hem bütün tüm yeni içinde göre üzerinde bunu ise diye olur yok
    iyi yeni nasıl seçilir ucuz ev bugün yıl çocuk kadın gün neden su zaman köpek kedi ama eski güzel büyük tarifi satın`,
  vi: `và của là có không được cho trong với các một những này để người đã khi từ đến về tôi bạn như cũng ra thì vào rất nhiều
    năm sẽ nếu nhưng hơn làm phải chúng ta họ tại theo trên nó gì đó
    cách chọn mới tốt nhất mua nhà hàng ngon rẻ nước con trẻ em hôm nay`,
  fi: `ja on ei että se hän oli ovat joka mutta myös kun niin kuin tämä sen hänen ole jos tai mukaan sekä jo vain nyt voi
    olla mitä siitä sitä minä sinä me te he niiden jonka ovat hyvin paljon aina ennen jälkeen kanssa koska ilman
    paras parhaat uusi uuden miten valita valitse ostaa resepti helppo koti tänään vuosi lapset päivä miksi halpa vesi aika koira kissa vanha hyvä suuri leipä`,
  hu: `a az és hogy nem is egy van ez meg de volt csak már még azt ezt ha mint vagy el kell én te ő mi ti ők minden nagyon
    lehet több itt ott amely ami aki után alatt között szerint pedig sem majd lesz ezért mert nagy új
    legjobb új hogyan válasszunk recept könnyű ház ma év gyerekek nap miért olcsó víz idő kutya macska régi jó nagy friss legyen milyen`,
  id: `yang dan di dari untuk dengan pada ini itu tidak adalah dalam akan ke oleh juga saya kami kita anda mereka bisa dapat
    telah sudah karena atau sebagai lebih ada tetapi seperti jika sangat harus para tersebut banyak setiap serta antara
    bagi hari bukan apa
    cara terbaik baru memilih resep mudah rumah tahun anak wanita pria mengapa murah air waktu anjing kucing besar enak membuat membeli`,
  az: `və bir bu üçün ilə də da çox daha olan kimi qədər nə o ən amma var sonra deyil hər mən sən biz siz onlar olaraq
    lakin ya necə niyə bütün yeni görə idi edir olur ki isə hansı bəzi yaxşı
    yaxşı necə ev bu gün il uşaq qadın niyə su vaxt it pişik gözəl böyük yol seçmək almaq`,
  da: `og i at en det som på er af for med den til ikke et har de om han var men sig fra vi så kan når jeg hun eller efter
    også nu meget mere end her hvad alle skulle være mod uden hvordan du dig din dit mig min sin mellem skal blev hvor`,
  no: `og i å en det som på er av for med den til ikke et har de om han var men seg fra vi så kan når jeg hun eller etter
    også nå mye mer enn her hva alle skulle være mot uten hvordan du deg din ditt meg min sin mellom skal ble hvor`,
  cs: `a v na se je že z do to s o k i jak ale pro za jsou by si jako od jeho který která které po není tak byl bylo být má
    nebo jen už také při ještě velmi když mezi podle bez pod nad každý protože proto`,
  ro: `și de la în a cu că nu pe o un din este care pentru sunt mai ca se sau dar fost are prin după foarte acest această
    dacă între lui ei noi voi el ea când fără toate`,
};

/** How much a word speaks for each language: the fewer languages have it, the more. */
export const STOP_WORDS: ReadonlyMap<string, readonly (readonly [language: string, weight: number])[]> = votes();

function votes(): ReadonlyMap<string, readonly (readonly [string, number])[]> {
  const languages = new Map<string, Set<string>>();
  for (const [language, list] of Object.entries(LISTS)) {
    for (const word of list.split(/\s+/)) {
      const known = languages.get(word);
      if (known === undefined) languages.set(word, new Set([language]));
      else known.add(language);
    }
  }
  return new Map(
    [...languages].map(([word, codes]) => [word, [...codes].map((code) => [code, 1 / Math.sqrt(codes.size)] as const)]),
  );
}
