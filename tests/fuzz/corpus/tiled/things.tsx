<tileset name="things" tilewidth="32" tileheight="16">
<tile id="3" type="tree"><image source="tree.png"/><objectgroup><object name="h" x="4" y="4" width="8" height="8"><ellipse/></object>
<object x="1" y="1.5" rotation="30"><polygon points="0,0 5,0 5,5"/></object><object name="e" x="3" y="4"><point/></object></objectgroup></tile>
<tile id="7" x="1" y="2" width="3" height="4"><image source="tree.png"/><animation><frame tileid="7" duration="5"/><frame tileid="3" duration="9"/></animation></tile>
</tileset>
