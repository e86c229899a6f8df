export const SPANISH = `
Temperatura exterior 21 grados
Su paquete ha llegado
La cena está lista
Apaga la luz del salón
Batería baja, conecte el cargador
Dos mensajes nuevos recibidos
Lavadora terminada
La puerta quedó abierta
Reunión aplazada al jueves
Angela Merkel visitó Tokio
La torre Eiffel está cerrada
Volkswagen retira miles de coches
Compra pasta y queso parmesano
El marketing empieza mañana
Barcelona gana a la Juventus
Hace veinte grados en la calle
Lleva el paraguas hoy
Cerrando la puerta del garaje
Música de Edith Piaf
Próxima parada, Plaza Mayor
Alarma puesta a las siete
Riega las plantas mañana
Llama a Giovanni después de comer
No hay correo nuevo
La impresora no tiene papel
Los croissants huelen muy bien
Perdón, número equivocado
Mucho tráfico cerca de Berlín
Feliz cumpleaños, querido Carlos
Gire a la izquierda en la rotonda
Alguien llama a la puerta
Pierre toca muy bien el piano
Dos pizzas y un tiramisú
Temporizador terminado, revise el horno
La aspiradora está atascada
A qué hora empieza el colegio
Descarga completada
Actualización disponible esta noche
Se perdió la conexión
Beethoven escribió nueve sinfonías
Pregunta a Siri por el tiempo
El conductor llega en tres minutos
Soleado con viento flojo
Da de comer al gato
Su taxi le espera fuera
Nadie contesta al teléfono
Picasso pintó el Guernica
Falta sal en el lavavajillas
Buenas noches y dulces sueños
Sushi fresco todos los viernes
`;

export const ITALIAN = `
Temperatura esterna 21 gradi
Il tuo pacco è arrivato
La cena è pronta
Spegni la luce del salotto
Batteria scarica, collega il caricatore
Due nuovi messaggi ricevuti
Lavatrice terminata
La porta è rimasta aperta
Riunione spostata a giovedì
Angela Merkel ha visitato Tokyo
La torre Eiffel è chiusa
Volkswagen richiama migliaia di auto
Compra la pasta e il parmigiano
Il weekend comincia presto
Il Barcellona batte la Juventus
Fuori ci sono venti gradi
Prendi l'ombrello oggi
Chiusura del garage in corso
Musica di Edith Piaf
Prossima fermata, stazione centrale
Sveglia impostata alle sette
Annaffia le piante domani
Chiama Pierre dopo pranzo
Nessuna nuova mail
Manca la carta nella stampante
I croissant hanno un buon profumo
Scusi, ha sbagliato numero
Traffico intenso vicino a Berlino
Buon compleanno, caro Carlos
Gira a sinistra alla rotonda
Qualcuno suona alla porta
José suona bene la chitarra
Due pizze e un tiramisù
Timer finito, controlla il forno
L'aspirapolvere è bloccato
A che ora inizia la scuola
Download completato
Aggiornamento disponibile stasera
Connessione persa con il server
Beethoven scrisse nove sinfonie
Chiedi a Siri che tempo fa
L'autista arriva tra tre minuti
Soleggiato con vento leggero
Dai da mangiare al gatto
Il suo taxi aspetta fuori
Nessuno risponde al telefono
Picasso dipinse Guernica
Aggiungere sale alla lavastoviglie
Buonanotte e sogni d'oro
Sushi fresco ogni venerdì
`;

export const PORTUGUESE = `
Temperatura exterior 21 graus
A sua encomenda chegou
O jantar está pronto
Apaga a luz da sala
Bateria fraca, ligue o carregador
Duas novas mensagens recebidas
Máquina de lavar terminada
A porta ficou aberta
Reunião adiada para quinta
Angela Merkel visitou Tóquio
A torre Eiffel está fechada
Volkswagen recolhe milhares de carros
Compra massa e queijo parmesão
O marketing começa amanhã
Barcelona vence a Juventus
Estão vinte graus lá fora
Leve o guarda-chuva hoje
Fechando o portão da garagem
Música de Edith Piaf
Próxima parada, Praça da Sé
Alarme definido para as sete
Regue as plantas amanhã
Liga ao Giovanni depois do almoço
Nenhum email novo
A impressora está sem papel
Os croissants cheiram muito bem
Desculpe, número errado
Muito trânsito perto de Berlim
Feliz aniversário, querido Carlos
Vire à esquerda na rotunda
Alguém tocou a campainha
Pierre toca piano muito bem
Duas pizzas e um tiramisù
Temporizador terminado, verifique o forno
O aspirador está preso
A que horas começa a escola
Download concluído
Atualização disponível esta noite
Perdeu a ligação ao servidor
Beethoven escreveu nove sinfonias
Pergunta à Siri como está o tempo
O motorista chega em três minutos
Ensolarado com vento fraco
Dê comida ao gato
O seu táxi espera lá fora
Ninguém atende o telefone
Picasso pintou Guernica
Falta sal na máquina
Boa noite e bons sonhos
Sushi fresco todas as sextas
`;
